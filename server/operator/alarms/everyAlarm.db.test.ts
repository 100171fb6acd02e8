import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TreasuryFuel } from "#server/chains/chain.ts";
import type { PreparedTransfer } from "#server/chains/payoutRoute.ts";
import { createClockGuard } from "#server/clockGuard.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Database } from "#server/db/database.ts";
import { BookComparer } from "#server/deposits/bookComparer.ts";
import { compareTreasury } from "#server/deposits/reconcileTreasury.ts";
import { storeUnread } from "#server/deposits/storeTransfers.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { markDispute } from "#server/ledger/disputes.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { LONGEST_UNCOMPARED_MS } from "#server/ledger/uncompared.ts";
import { SHOWN_AFTER, setAside } from "#server/outbox/failedWork.ts";
import { markSeen } from "#server/payouts/book.ts";
import { markFeeShort } from "#server/payouts/fees.ts";
import { signGroup } from "#server/payouts/signGroup.ts";
import { NO_PRICES, type Prices } from "#server/prices/prices.ts";
import { noteFuel } from "#server/payouts/watchFuel.ts";
import type { Job } from "#server/job.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { storeTransfer } from "#tests/support/storeTransfer.ts";
import { addUsers, giveBalance, queuePayout } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { ALARM_TEXTS, type AlarmKind } from "./alarmKinds.ts";
import { watchForAlarms } from "./watchForAlarms.ts";

const ETHER = 10n ** 18n;
const FEE_BASE = 10n ** 15n;
const MINUTE_MS = 60_000;
const ANNA = 1n;
const JOB = { name: "refund", intervalMs: 1_000 };

let database: Database;
let app: TestApp;
let watch: Job;

beforeEach(async () => {
  watch = watchForAlarms(() => [JOB]);
  database = await openTestDatabase();
  app = createTestApp(database, "every alarm");
  await addUsers(app, [ANNA]);
  await giveBalance(app, ANNA, 1_000n * ETHER);
});
afterEach(() => database.close());

const queue = (grossBase = ETHER) => queuePayout(app, ANNA, { grossBase });
/** A payout that was signed is signed anew. */
async function signAgain(payoutId: string, nonce: bigint): Promise<void> {
  for (const table of ["payout_attempt", "payout_sequence"] as const) {
    await database.kysely.updateTable(table).set({ lost_at: app.clock.now() }).execute();
  }
  await sign(payoutId, { nonce });
}

async function sign(payoutId: string, { nonce = 1n, balanceBase = 10_000n * ETHER } = {}): Promise<string> {
  const prepared: PreparedTransfer = {
    offer: { offeredBase: FEE_BASE, leastBase: 1n },
    replacementLeastBase: () => FEE_BASE,
    sign: async (_, place) => ({ txHash: `tx ${place.nonce}`, raw: new Uint8Array([1]), maxFeeBase: FEE_BASE }),
  };
  await database.kysely.transaction().execute((trx) =>
    signGroup(trx, app, {
      coinType: "eth",
      senderKey: "sender",
      maxInFlight: 1_000,
      payoutIds: [payoutId],
      signing: {
        mark: { readAt: app.clock.now(), signedIds: [] },
        model: "nonce",
        readings: [{ balanceBase, nextNonce: nonce, finalNonce: nonce, finalPosition: 1n }],
        prepared,
      },
    }),
  );
  return payoutId;
}

const signed = async () => sign(await queue());

/** A payout that a block holds which is not final. */
async function seen(): Promise<void> {
  const payoutId = await signed();
  const place = { txHash: "tx 1", position: 7n };
  await database.kysely.transaction().execute((trx) => markSeen(trx, app, payoutId, place));
}

/** The clock is guarded beside a database and a chain that tell other times. */
function doubt({ aheadMs = 0, time }: { aheadMs?: number; time: Date | null }): void {
  app.clockGuard = createClockGuard({
    clock: app.clock,
    readDatabaseTime: async () => new Date(app.clock.now().getTime() - aheadMs),
    listChains: () => [{ coinType: "eth", isLocal: false, readHead: async () => ({ position: 1n, time }) }],
    readMonotonicMs: () => app.clock.now().getTime(),
    logger: silentLogger,
  });
}

/** What makes each alarm go off, as far as it can be by what the server itself does. Its subject may name the payout. */
const CAUSES: readonly (readonly [AlarmKind, subject: string, cause: () => Promise<unknown>])[] = [
  [
    "moneyMissing",
    "eth",
    async () => {
      await compareTreasury(app, "eth", { position: 5n, balanceBase: ETHER, since: null });
      await compareTreasury(app, "eth", { position: 2_000_000n, balanceBase: ETHER, since: 5n });
    },
  ],
  [
    "booksUncompared",
    "eth",
    async () => {
      const { chain } = app.chains.eth ?? {};
      if (chain == null) throw new Error("the chain is linked");
      const comparer = new BookComparer(app, chain);
      await comparer.step();
      app.clock.advance(LONGEST_UNCOMPARED_MS + 1);
      await comparer.step();
    },
  ],
  [
    "endpointsDisagree",
    "eth:0xdisputed",
    () => {
      const disputed = { tx_hash: "0xdisputed", disputed_at: app.clock.now() };
      return storeTransfer(app, { from_address: "0xa", amount_base: ETHER, ...disputed });
    },
  ],
  ["endpointsDisagree", "eth:block", () => markDispute(app, "Block", "eth", "12")],
  ["endpointsDisagree", "eth:head", () => markDispute(app, "Head", "eth", "12")],
  ["endpointsDisagree", "payout:{id}", async () => markDispute(app, "Payout", await signed(), "eth")],
  ["endpointsDisagree", "eth:time", async () => doubt({ time: null })],
  ["foreignTransaction", "eth:1", loseNumber],
  ["payoutStuck", "{id}", () => queue().then(() => app.clock.advance(10 * MINUTE_MS))],
  ["payoutStuck", "{id}", () => signed().then(() => app.clock.advance(10 * MINUTE_MS))],
  ["payoutUnsettled", "eth", () => seen().then(() => app.clock.advance(60 * MINUTE_MS))],
  [
    "payoutRepeated",
    "{id}",
    async () => {
      const payoutId = await signed();
      for (const nonce of [2n, 3n]) await signAgain(payoutId, nonce);
    },
  ],
  [
    "feeShort",
    "{id}",
    async () => {
      const payoutId = await signed();
      await database.kysely.transaction().execute((trx) => markFeeShort(trx, payoutId, 2n * FEE_BASE));
    },
  ],
  ["payoutHeld", "eth", async () => sign(await queue(900n * ETHER))],
  [
    "feesSpent",
    "eth",
    async () => {
      const coinType = "eth";
      const spend = (account: string, amountBase: bigint) => ({ account, coinType, amountBase }) as const;
      const entries = [spend(ACCOUNTS.fees(coinType), -1n), spend(ACCOUNTS.treasury(coinType), 1n)];
      const spent = { transactionId: "fees", kind: "payoutPaid", at: app.clock.now(), entries } as const;
      await database.kysely.transaction().execute((trx) => postEntries(trx, spent));
      await signed();
    },
  ],
  ["treasuryShort", "eth", async () => sign(await queue(), { balanceBase: 1n })],
  ["fuelLow", "usdt", () => noteUsdt({ fuelBase: 1_999_999_999n })],
  ["issuerLocked", "usdt", () => noteUsdt({ isLocked: true })],
  ["gasDear", "usdt", () => noteUsdt({ costBase: 33_334_000n })],
  [
    "transferUnread",
    "eth",
    async () => {
      const unread = [{ txHash: "0x1", position: 1n, reason: "of another version" }];
      const part = { first: 1n, last: 1n, head: 1n, unread };
      await database.kysely.transaction().execute((trx) => storeUnread(trx, "eth", part, app.clock.now()));
    },
  ],
  [
    "strayMoney",
    "ton",
    async () => {
      const [amount, at] = [{ amount_base: 1n, position: 1n }, app.clock.now()];
      const stray = { coin_type: "ton" as const, tx_hash: "1", from_address: "somebody", network: "tvm:-3" };
      await database.kysely
        .insertInto("stray_transfer")
        .values({ ...stray, ...amount, block_time: at, seen_at: at })
        .execute();
    },
  ],
  [
    "workFailed",
    "refund",
    async () => {
      for (let attempt = 0; attempt < SHOWN_AFTER; attempt += 1) {
        await setAside(app, "refund", ["envelope"], new Error("it fails"));
      }
    },
  ],
  ["watcherBehind", "eth", () => readChain().then(() => app.clock.advance(5 * MINUTE_MS))],
  ["clockOff", "clock", async () => doubt({ aheadMs: 3 * MINUTE_MS, time: app.clock.now() })],
  ["clockOff", "clock", async () => doubt({ time: new Date(app.clock.now().getTime() - 3 * MINUTE_MS) })],
  ["jobStopped", JOB.name, () => leaveJob().then(() => app.clock.advance(MINUTE_MS + JOB.intervalMs + 1))],
];

/** What is no alarm yet, or no more. */
const QUIET: readonly (readonly [AlarmKind, string, () => Promise<unknown>])[] = [
  [
    "payoutStuck",
    "a payout that waits for less than ten minutes",
    () => queue().then(() => app.clock.advance(599_999)),
  ],
  ["payoutUnsettled", "a payout that is in a block", () => seen().then(() => app.clock.advance(60 * MINUTE_MS - 1))],
  ["payoutRepeated", "a payout of two transactions", async () => signAgain(await signed(), 2n)],
  [
    "payoutHeld",
    "a payout above everybody's limit of an hour",
    async () => {
      const held = changeStatus("payout", "payout.held", { at: app.clock.now(), cause: "sendPayouts" });
      const hold = database.kysely.updateTable("payout").set({ ...held, held_reason: "limit", is_hour_limit: true });
      await hold.where("payout_id", "=", await queue()).execute();
    },
  ],
  [
    "foreignTransaction",
    "a transaction that an operator has booked",
    async () => {
      await loseNumber();
      const action = { kind: "bookOutgoing" as const, operator: "ann", reason: "ticket", coin_type: "eth" as const };
      const booked = { ...action, transaction_id: "outgoing:eth:0x1", created_at: app.clock.now() };
      await database.kysely.insertInto("operator_action").values(booked).execute();
    },
  ],
  ["fuelLow", "a treasury with enough", () => noteUsdt({})],
  ["gasDear", "a payout that costs as much as its owner pays", () => noteUsdt({ costBase: 33_333_334n })],
  ["issuerLocked", "a treasury with little fuel", () => noteUsdt({ fuelBase: 0n })],
  ["watcherBehind", "a chain that was read", () => readChain().then(() => app.clock.advance(5 * MINUTE_MS - 1))],
  ["jobStopped", "a job whose time has not come", () => leaveJob().then(() => app.clock.advance(MINUTE_MS))],
];

/** What two hosts see of a treasury whose payouts another coin pays for. */
function noteUsdt(fuel: Partial<TreasuryFuel>): Promise<void> {
  const { chain } = app.chains.eth ?? {};
  if (chain == null) throw new Error("the chain is linked");
  const known = {
    fuelBase: 2_000_000_000n,
    leastBase: 2_000_000_000n,
    isLocked: false,
    costBase: 1n,
    feeBase: 100_000n,
    ...fuel,
  };
  const prices: Prices = { ...NO_PRICES, read: async (coin) => (coin === "usdt" ? "1" : "3") };
  return noteFuel({ database, prices }, { ...chain, coinType: "usdt", fuelCoin: "ton", readFuel: async () => known });
}

async function loseNumber(): Promise<void> {
  const payoutId = await signed();
  const lost = database.kysely.updateTable("payout_sequence").set({ lost_at: app.clock.now() });
  await lost.where("payout_id", "=", payoutId).execute();
}

async function readChain(): Promise<void> {
  const cursor = { coin_type: "eth", settled_position: 1n, head_position: 2n, updated_at: app.clock.now() } as const;
  await database.kysely.insertInto("chain_cursor").values(cursor).execute();
}

async function leaveJob(): Promise<void> {
  const lease = { name: `job:${JOB.name}`, holder: "a process that died", expires_at: app.clock.now() };
  await database.kysely.insertInto("lease").values(lease).execute();
}

async function look(): Promise<{ kind: string; subject: string }[]> {
  await watch.run(app, new AbortController().signal);
  return database.kysely.selectFrom("alarm").select(["kind", "subject"]).execute();
}

describe("an alarm is raised for", () => {
  it("everything that an operator is told of", () => {
    expect(new Set(CAUSES.map(([kind]) => kind))).toEqual(new Set(Object.keys(ALARM_TEXTS)));
  });

  it.each(CAUSES)("%s: %s", async (kind, subject, cause) => {
    expect(await look()).toEqual([]);
    await cause();
    const raised = (await look()).filter((alarm) => alarm.kind === kind);
    const payouts = await database.kysely.selectFrom("payout").select("payout_id").execute();
    expect(raised).toEqual([{ kind, subject: subject.replace("{id}", payouts[0]?.payout_id ?? "") }]);
  });

  it.each(QUIET)("no %s: %s", async (kind, _, happen) => {
    await happen();
    expect((await look()).filter((alarm) => alarm.kind === kind)).toEqual([]);
  });
});
