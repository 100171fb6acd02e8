import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import type { Schema } from "#server/db/schema.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { storeTransfer } from "#tests/support/storeTransfer.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import { allSendRecords } from "#server/records/allSendRecords.ts";
import { countEnded } from "#server/ledger/statusCounts.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addressOf, addWithSender, callAs, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { cancelOrder } from "./cancelOrder.ts";
import { forgetOrders } from "./forgetOrders.ts";

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;
const ANNA = 1n;
const BELA = 2n;

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "forgetOrders");
  await addWithSender(app, [ANNA, BELA]);
});
afterEach(async () => {
  await requireSoundBooks(database);
  await database.close();
});

async function order(): Promise<string> {
  const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.05" } as const;
  const { order: made } = await callAs(app, sendRedEnvelope, ANNA, { body });
  return made.orderId;
}

const cancel = (orderId: string) => callAs(app, cancelOrder, ANNA, { body: { orderId } });

/** As the jobs do within seconds. */
async function count(): Promise<void> {
  while ((await sumEnded(app)) > 0);
  while ((await countEnded(app)) > 0);
}

const forget = () => forgetOrders(app, app.clock.now());

async function rowsOf(table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.kysely,
  );
  return Number(rows[0]?.count);
}

const listSent = async () => (await callAs(app, allSendRecords, ANNA, { query: { limit: 20 } })).total;

/** A final transfer that arrives now. */
async function arrive(from: bigint, reference: string | null, time = app.clock.now()): Promise<void> {
  const from_address = addressOf(from);
  const transfer = await storeTransfer(app, { from_address, amount_base: 10n ** 16n, reference, block_time: time });
  await settleTransfer(app, transfer, from_address);
}

it("deletes an order and its envelopes a month after it was cancelled, and takes them out of all counts", async () => {
  const kept = await openEnvelope(app, ANNA, { type: "ordinary", count: 1, totalAmount: "0.01" });
  await cancel(await order());
  expect(await listSent()).toBe(2);
  app.clock.advance(MONTH_MS - 1);
  await count();
  await forget();
  expect(await rowsOf("payment_order")).toBe(2);
  app.clock.advance(1);
  await forget();
  const left = await database.kysely.selectFrom("payment_order").select("order_id").execute();
  expect(left).toEqual([{ order_id: kept.orderId }]);
  expect([await rowsOf("envelope"), await rowsOf("passphrase_envelope")]).toEqual([1, 1]);
  expect(await listSent()).toBe(1);
});

it("keeps what a part was paid toward, and what is not counted yet", async () => {
  const partly = await order();
  await arrive(ANNA, null);
  await cancel(partly);
  const uncounted = await order();
  await cancel(uncounted);
  app.clock.advance(MONTH_MS);
  await forget();
  expect(await rowsOf("payment_order")).toBe(2);
  await count();
  await forget();
  expect(await database.kysely.selectFrom("payment_order").select("order_id").execute()).toEqual([
    { order_id: partly },
  ]);
});

it("waits for nobody who holds an order", async () => {
  const [held, free] = [await order(), await order()];
  await cancel(held);
  await cancel(free);
  await count();
  app.clock.advance(MONTH_MS);
  await database.kysely.transaction().execute(async (trx) => {
    await trx.selectFrom("payment_order").select("order_id").where("order_id", "=", held).forUpdate().execute();
    await forget();
    expect(await rowsOf("payment_order")).toBe(1);
  });
});

it("credits what names a forgotten order to its person, and tells them", async () => {
  const orderId = await order();
  await database.kysely.updateTable("payment_order").set({ reference: "REFERENCE" }).execute();
  await cancel(orderId);
  await count();
  app.clock.advance(MONTH_MS);
  await database.kysely.updateTable("tg_user").set({ allows_write_to_pm: true }).execute();
  await forget();
  expect(await rowsOf("payment_order")).toBe(0);
  await arrive(BELA, "REFERENCE");
  expect(await readBalance(database.kysely, ANNA, "eth")).toBe(10n ** 16n);
  const letters = await database.kysely
    .selectFrom("letter")
    .where("queue", "=", "notification")
    .select(["tg_user_id", "kind"])
    .execute();
  expect(letters).toContainEqual({ tg_user_id: ANNA, kind: "paymentToBalance" });
});

it("keeps of a person's references the newest thousand", async () => {
  await cancel(await order());
  await database.kysely.updateTable("payment_order").set({ reference: "NEWEST" }).execute();
  await sql`
    insert into past_reference (coin_type, network, reference, tg_user_id, created_at)
    select 'eth', 'eip155:31337', 'old ' || n, ${ANNA}, ${app.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 1000) n
  `.execute(database.kysely);
  await count();
  app.clock.advance(MONTH_MS);
  await forget();
  const kept = await database.kysely.selectFrom("past_reference").select("reference").orderBy("created_at").execute();
  expect(kept).toHaveLength(1_000);
  expect([kept[0]?.reference, kept[999]?.reference]).toEqual(["old 999", "NEWEST"]);
});
