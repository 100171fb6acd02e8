import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
import { markFeeShort } from "#server/payouts/fees.ts";
import { signGroup } from "#server/payouts/signGroup.ts";
import type { Job } from "#server/job.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, giveBalance, queuePayout } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import type { AlarmKind } from "./alarmKinds.ts";
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

/** A guard of this app's clock, beside a database and a chain that tell other times. */
function guardBeside({ aheadMs = 0, time }: { aheadMs?: number; time: Date | null }) {
  return createClockGuard({
    clock: app.clock,
    readDatabaseTime: async () => new Date(app.clock.now().getTime() - aheadMs),
    listChains: () => [{ coinType: "eth", isLocal: false, readHead: async () => ({ position: 1n, time }) }],
    readMonotonicMs: () => app.clock.now().getTime(),
    logger: silentLogger,
  });
}

/** What makes each alarm go off, as far as it can be by what the server itself does. Each answers the alarm's subject. */
const CAUSES: Readonly<Record<AlarmKind, readonly (() => Promise<string>)[]>> = {
  moneyMissing: [
    async () => {
      await compareTreasury(app, "eth", { position: 5n, balanceBase: ETHER, since: null });
      await compareTreasury(app, "eth", { position: 2_000_000n, balanceBase: ETHER, since: 5n });
      return "eth";
    },
  ],
  booksUncompared: [
    async () => {
      const { chain } = app.chains.eth ?? {};
      if (chain == null) throw new Error("the chain is linked");
      const comparer = new BookComparer(app, chain);
      await comparer.step();
      app.clock.advance(LONGEST_UNCOMPARED_MS + 1);
      await comparer.step();
      return "eth";
    },
  ],
  endpointsDisagree: [
    async () => {
      await database.kysely
        .insertInto("chain_transfer")
        .values({
          coin_type: "eth",
          tx_hash: "0xdisputed",
          transfer_index: 0,
          from_address: "0xa",
          from_address_key: "0xa",
          amount_base: ETHER,
          position: 1n,
          block_ref: "0xb",
          block_time: app.clock.now(),
          seen_at: app.clock.now(),
          disputed_at: app.clock.now(),
        })
        .execute();
      return "eth:0xdisputed";
    },
    async () => {
      await markDispute(app, "Block", "eth", "12");
      return "eth:block";
    },
    async () => {
      await markDispute(app, "Head", "eth", "12");
      return "eth:head";
    },
    async () => {
      const payoutId = await signed();
      await markDispute(app, "Payout", payoutId, "eth");
      return `payout:${payoutId}`;
    },
    async () => {
      app.clockGuard = guardBeside({ time: null });
      return "eth:time";
    },
  ],
  foreignTransaction: [
    async () => {
      await loseNumber();
      return "eth:1";
    },
  ],
  payoutStuck: [
    async () => {
      const payoutId = await queue();
      app.clock.advance(10 * MINUTE_MS);
      return payoutId;
    },
    async () => {
      const payoutId = await signed();
      app.clock.advance(10 * MINUTE_MS);
      return payoutId;
    },
  ],
  payoutRepeated: [
    async () => {
      const payoutId = await signed();
      for (const nonce of [2n, 3n]) await signAgain(payoutId, nonce);
      return payoutId;
    },
  ],
  feeShort: [
    async () => {
      const payoutId = await signed();
      await database.kysely.transaction().execute((trx) => markFeeShort(trx, payoutId, 2n * FEE_BASE));
      return payoutId;
    },
  ],
  payoutHeld: [
    async () => {
      await sign(await queue(900n * ETHER));
      return "eth";
    },
  ],
  feesSpent: [
    async () => {
      await database.kysely.transaction().execute((trx) =>
        postEntries(trx, {
          transactionId: "fees",
          kind: "payoutPaid",
          at: app.clock.now(),
          entries: [
            { account: ACCOUNTS.fees("eth"), coinType: "eth", amountBase: -1n },
            { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: 1n },
          ],
        }),
      );
      await signed();
      return "eth";
    },
  ],
  treasuryShort: [
    async () => {
      await sign(await queue(), { balanceBase: 1n });
      return "eth";
    },
  ],
  transferUnread: [
    async () => {
      const unread = [{ txHash: "0x1", position: 1n, reason: "of another version" }];
      const part = { first: 1n, last: 1n, head: 1n, unread };
      await database.kysely.transaction().execute((trx) => storeUnread(trx, "eth", part, app.clock.now()));
      return "eth";
    },
  ],
  workFailed: [
    async () => {
      for (let attempt = 0; attempt < SHOWN_AFTER; attempt += 1) {
        await setAside(app, "refund", ["envelope"], new Error("it fails"));
      }
      return "refund";
    },
  ],
  watcherBehind: [
    async () => {
      await readChain();
      app.clock.advance(5 * MINUTE_MS);
      return "eth";
    },
  ],
  clockOff: [
    async () => {
      app.clockGuard = guardBeside({ aheadMs: 3 * MINUTE_MS, time: app.clock.now() });
      return "clock";
    },
    async () => {
      app.clockGuard = guardBeside({ time: new Date(app.clock.now().getTime() - 3 * MINUTE_MS) });
      return "clock";
    },
  ],
  jobStopped: [
    async () => {
      await leaveJob();
      app.clock.advance(MINUTE_MS + JOB.intervalMs + 1);
      return JOB.name;
    },
  ],
};

/** What is no alarm yet, or no more. */
const QUIET: readonly (readonly [AlarmKind, string, () => Promise<unknown>])[] = [
  [
    "payoutStuck",
    "a payout that waits for less than ten minutes",
    () => queue().then(() => app.clock.advance(599_999)),
  ],
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
  ["watcherBehind", "a chain that was read", () => readChain().then(() => app.clock.advance(5 * MINUTE_MS - 1))],
  ["jobStopped", "a job whose time has not come", () => leaveJob().then(() => app.clock.advance(MINUTE_MS))],
];

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
  const causes = Object.entries(CAUSES).flatMap(([kind, each]) =>
    each.map((cause, index) => ({ kind, way: index + 1, cause })),
  );

  it.each(causes)("$kind, way $way", async ({ kind, cause }) => {
    expect(await look()).toEqual([]);
    const subject = await cause();
    expect((await look()).filter((alarm) => alarm.kind === kind)).toEqual([{ kind, subject }]);
  });

  it.each(QUIET)("no %s: %s", async (kind, _, happen) => {
    await happen();
    expect((await look()).filter((alarm) => alarm.kind === kind)).toEqual([]);
  });
});
