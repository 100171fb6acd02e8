import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import type { NonceRoute, PayoutRoute, PayoutTerms } from "#server/chains/payoutRoute.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { openWaiting } from "#server/envelopes/life/openEnvelopes.ts";
import { totalsJob } from "#server/rankings/sumEnded.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { expireOrdersJob } from "#server/deposits/expireOrders.ts";
import type { WorkName } from "#server/outbox/failedWork.ts";
import { watchForAlarms } from "#server/operator/alarms/watchForAlarms.ts";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { createPayout } from "#server/payouts/create.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { createIdlePayouts, createMemoryChain } from "./chains/memoryChain.ts";
import { linkChain } from "./linkChain.ts";
import { addressOf, addUsers, bindWallet, callAs, giveBalance, openEnvelope, payOrder } from "./story.ts";
import { TestWatcher } from "./testWatcher.ts";
import type { TestApp } from "./testApp.ts";

const ANNA = 1n;
const BO = 2n;
const DAY_MS = 86_400_000;

type Which = "poison" | "second";
type Ids = Readonly<Record<Which, string>>;

interface Poisoned {
  /** Its id among what failed. */
  item: string;
  /** Event, table and condition of a trigger that makes the database refuse to work on the first item. */
  refusal: string;
  isDone: (which: Which) => Promise<boolean>;
}

interface PoisonedWork {
  job: WorkName;
  run: (app: TestApp, signal: AbortSignal) => Promise<void>;
  /** Makes one item for each of two people. The first item will fail. */
  prepare: (app: TestApp) => Promise<Poisoned>;
}

/** For each job that sets items aside in the database: one that fails, before another one. */
export const POISONED_WORK: Readonly<Record<string, PoisonedWork>> = {
  "the expiry of envelopes": {
    job: "refund",
    run: (app, signal) => refundJob.run(app, signal),
    async prepare(app) {
      const ids = await openTwo(app);
      app.clock.advance(DAY_MS);
      const refusal = refuseUpdate("envelope", `new.envelope_id = '${ids.poison}' and new.status = 'expired'`);
      return { item: ids.poison, refusal, isDone: hasEnvelope(app, ids, ({ status }) => status === "refunded") };
    },
  },
  refunds: {
    job: "refund",
    run: (app, signal) => refundJob.run(app, signal),
    async prepare(app) {
      const ids = await openTwo(app);
      app.clock.advance(DAY_MS);
      const refusal = refuseBooking(`refund:${ids.poison}`);
      return { item: ids.poison, refusal, isDone: hasEnvelope(app, ids, ({ status }) => status === "refunded") };
    },
  },
  openings: {
    job: "openEnvelopes",
    run: (app) => openWaiting(app, "eth"),
    async prepare(app) {
      const missing = nameMissing("eth");
      const sent = await sendTwo(app);
      await app.database.kysely.insertInto("job_state").values({ name: missing, value: "1" }).execute();
      await payOrder(app, ANNA, sent.poison.orderId);
      app.clock.advance(1);
      await payOrder(app, BO, sent.second.orderId);
      await app.database.kysely.deleteFrom("job_state").where("name", "=", missing).execute();
      const ids = { poison: sent.poison.envelopeId, second: sent.second.envelopeId };
      const refusal = refuseBooking(`open:${ids.poison}`);
      return { item: sent.poison.orderId, refusal, isDone: hasEnvelope(app, ids, ({ status }) => status === "open") };
    },
  },
  "the expiry of orders": {
    job: "expireOrders",
    run: (app, signal) => expireOrdersJob.run(app, signal),
    async prepare(app) {
      const sent = await sendTwo(app);
      app.clock.advance(DAY_MS);
      const at = app.clock.now();
      await app.database.kysely
        .insertInto("chain_cursor")
        .values({ coin_type: "eth", settled_position: 1n, head_position: 1n, final_time: at, updated_at: at })
        .execute();
      const item = sent.poison.orderId;
      const refusal = refuseUpdate("payment_order", `new.order_id = '${item}' and new.status = 'expired'`);
      const ids = { poison: sent.poison.envelopeId, second: sent.second.envelopeId };
      return { item, refusal, isDone: hasEnvelope(app, ids, ({ status }) => status === "cancelled") };
    },
  },
  totals: {
    job: "totals",
    run: (app, signal) => totalsJob.run(app, signal),
    async prepare(app) {
      const ids = await openTwo(app);
      app.clock.advance(DAY_MS);
      await refundJob.run(app, new AbortController().signal);
      const refusal = refuseUpdate("envelope", `new.envelope_id = '${ids.poison}' and new.is_summed`);
      return { item: ids.poison, refusal, isDone: hasEnvelope(app, ids, (row) => row.is_summed) };
    },
  },
  "the clean-up": {
    job: "cleanUp",
    run: (app, signal) => cleanUp.run(app, signal),
    async prepare(app) {
      await addUsers(app, [ANNA]);
      const at = app.clock.now();
      const { kysely } = app.database;
      const challenge = { challenge_id: "c", tg_user_id: ANNA, type: "ETH", address_key: "0x", message: "" } as const;
      await kysely
        .insertInto("wallet_challenge")
        .values({ ...challenge, created_at: at, expires_at: at })
        .execute();
      const block = { tg_user_id: ANNA, coin_type: "eth", cause: "walletChanged", until: at } as const;
      await kysely.insertInto("spending_block").values(block).execute();
      const tables = { poison: "wallet_challenge", second: "spending_block" } as const;
      return {
        item: tables.poison,
        refusal: "before delete on wallet_challenge for each row",
        isDone: async (which) => (await kysely.selectFrom(tables[which]).selectAll().execute()).length === 0,
      };
    },
  },
  deposits: {
    job: "settleTransfer",
    run: watch,
    async prepare(app) {
      const pay = await startWatching(app);
      const hashes = { poison: pay(ANNA), second: pay(BO) };
      const item = `eth:${hashes.poison}:0`;
      const isDone = async (which: Which) => (await readOutcome(app, hashes[which])) === "balance";
      return { item, refusal: refuseLine(`new.account = 'user:${ANNA}:eth'`), isDone };
    },
  },
  alarms: {
    job: "watchForAlarms",
    run: (app, signal) => watchForAlarms(() => []).run(app, signal),
    async prepare(app) {
      const { kysely } = app.database;
      const values = ["ton", "tron"].map((coin) => ({ name: `uncompared:${coin}`, value: "x" }));
      await kysely.insertInto("job_state").values(values).execute();
      const subjects = { poison: "ton", second: "tron" };
      return {
        item: "booksUncompared:ton",
        refusal: "before insert on alarm for each row when (new.subject = 'ton')",
        isDone: async (which) =>
          (await kysely.selectFrom("alarm").selectAll().where("subject", "=", subjects[which]).execute()).length > 0,
      };
    },
  },
  payouts: {
    job: "sendPayouts",
    run: (app) => new PayoutSender(app, requireChain(app, "eth"), findRoute(app)).step(),
    async prepare(app) {
      startPaying(app);
      await addPerson(app, ANNA);
      await addPerson(app, BO);
      const ids = { poison: await queuePayout(app, ANNA), second: await queuePayout(app, BO) };
      const { kysely } = app.database;
      return {
        item: ids.poison,
        refusal: `before insert on payout_attempt for each row when (new.payout_id = '${ids.poison}')`,
        isDone: async (which) =>
          (await kysely.selectFrom("payout_attempt").selectAll().where("payout_id", "=", ids[which]).execute()).length >
          0,
      };
    },
  },
  "automatic payouts": {
    job: "autoPayouts",
    run: (app, signal) => payAutomatically("eth").run(app, signal),
    async prepare(app) {
      startPaying(app);
      const { kysely } = app.database;
      for (const person of [ANNA, BO]) {
        await addPerson(app, person);
        await giveBalance(app, person, 10n ** 17n);
        app.clock.advance(1);
        const asked = {
          tg_user_id: person,
          coin_type: "eth",
          max_fee_base: 10n ** 15n,
          created_at: app.clock.now(),
        } as const;
        await kysely.insertInto("auto_payout").values(asked).execute();
      }
      const people = { poison: ANNA, second: BO };
      return {
        item: `eth:${ANNA}`,
        refusal: `before insert on payout for each row when (new.tg_user_id = ${ANNA})`,
        isDone: async (which) =>
          (await kysely.selectFrom("payout").selectAll().where("tg_user_id", "=", people[which]).execute()).length > 0,
      };
    },
  },
};

/** A watcher and the books, as one process has them. */
async function watch(app: TestApp): Promise<void> {
  await new TestWatcher(app, requireChain(app, "eth")).poll();
}

/** Two people with wallets, and a watcher that has begun. Answers what pays from a wallet. */
async function startWatching(app: TestApp): Promise<(tgUserId: bigint) => string> {
  const chain = createMemoryChain(app.world, app.clock, 3);
  app.chains = linkChain(chain);
  await addPerson(app, ANNA);
  await addPerson(app, BO);
  await watch(app);
  return (tgUserId) => chain.pay(addressOf(tgUserId), 10n ** 16n);
}

async function readOutcome({ database }: TestApp, txHash: string): Promise<string | null> {
  const transfers = database.kysely.selectFrom("chain_transfer").select("outcome").where("tx_hash", "=", txHash);
  return (await transfers.executeTakeFirst())?.outcome ?? null;
}

/** Gives the chain a signer. Nothing that it signs lands. */
function startPaying(app: TestApp): void {
  const idle = createIdlePayouts(app.world);
  const feeBase = 10n ** 12n;
  const payouts: PayoutRoute = {
    ...(idle as NonceRoute),
    async prepare({ to }: PayoutTerms) {
      const txHash = `0x${createHash("sha256").update(to).digest("hex")}`;
      const sign = async () => ({ txHash, raw: new Uint8Array([1]), maxFeeBase: feeBase });
      return { offer: { offeredBase: feeBase, leastBase: feeBase }, replacementLeastBase: () => feeBase, sign };
    },
  };
  app.chains = linkChain({ ...requireChain(app, "eth"), payouts });
}

function findRoute(app: TestApp): PayoutRoute {
  const route = requireChain(app, "eth").payouts;
  if (route === null) throw new Error("the chain must have a signer");
  return route;
}

async function queuePayout(app: TestApp, tgUserId: bigint): Promise<string> {
  await giveBalance(app, tgUserId, 10n ** 17n);
  app.clock.advance(1);
  const payout = {
    tgUserId,
    coinType: "eth",
    grossBase: 10n ** 16n,
    feeBase: 10n ** 14n,
    toAddress: addressOf(tgUserId),
    toAddressKey: addressOf(tgUserId),
    network: requireChain(app, "eth").network.id,
    isAutomatic: false,
    requestId: null,
  } as const;
  const payoutId = await app.database.kysely.transaction().execute((trx) => createPayout(trx, app, payout));
  if (payoutId === null) throw new Error("the balance is too small");
  return payoutId;
}

function refuseUpdate(table: string, condition: string): string {
  return `before update on ${table} for each row when (${condition})`;
}

function refuseLine(condition: string): string {
  return `before insert on ledger_entry for each row when (${condition})`;
}

function refuseBooking(transactionId: string): string {
  return refuseLine(`new.transaction_id = '${transactionId}'`);
}

async function addPerson(app: TestApp, tgUserId: bigint): Promise<void> {
  await addUsers(app, [tgUserId, 3n]);
  await bindWallet(app, tgUserId);
  app.world.balances.set(addressOf(tgUserId), 10n ** 18n);
}

async function openOne(app: TestApp, tgUserId: bigint) {
  await addPerson(app, tgUserId);
  app.clock.advance(1);
  return openEnvelope(app, tgUserId, { passphrase: tgUserId === ANNA ? "Lucky Anna" : "Lucky Bela" });
}

/** Two open envelopes of two people, the older one first. */
async function openTwo(app: TestApp): Promise<Ids> {
  const [poison, second] = [await openOne(app, ANNA), await openOne(app, BO)];
  return { poison: poison.envelopeId, second: second.envelopeId };
}

/** Two orders that wait for their payment, the older one first. */
async function sendTwo(app: TestApp): Promise<Record<Which, { orderId: string; envelopeId: string }>> {
  const send = async (tgUserId: bigint) => {
    await addPerson(app, tgUserId);
    app.clock.advance(1);
    const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.05" } as const;
    const { order, envelopes } = await callAs(app, sendRedEnvelope, tgUserId, { body });
    return { orderId: order.orderId, envelopeId: envelopes[0]?.envelopeId ?? "" };
  };
  return { poison: await send(ANNA), second: await send(BO) };
}

function hasEnvelope(app: TestApp, ids: Ids, isIn: (row: Selectable<Schema["envelope"]>) => boolean) {
  return async (which: Which): Promise<boolean> => {
    const envelopes = app.database.kysely.selectFrom("envelope").selectAll().where("envelope_id", "=", ids[which]);
    return isIn(await envelopes.executeTakeFirstOrThrow());
  };
}
