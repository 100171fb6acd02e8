import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { expireOrders } from "#server/deposits/expireOrders.ts";
import { countEnded } from "#server/ledger/statusCounts.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addGroup, addWithSender, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STRANGER = 1n;
const GROUPS = [-1n, -2n];
/** All that an order which nobody pays leaves in the database. */
const TABLES = ["payment_order", "envelope", "passphrase_envelope", "status_history", "payment_code", "ended_count"];

let database: Database;
let app: TestApp;

beforeEach(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "orders");
  await addWithSender(app, [STRANGER]);
  for (const chatId of GROUPS) await addGroup(app, STRANGER, chatId);
});
afterEach(async () => {
  await requireSoundBooks(database);
  await database.close();
});

async function send(): Promise<string> {
  const chatIds = GROUPS.map(String);
  const body = { type: "luckyDraw", coinType: "eth", count: 100, totalAmount: "0.1", chatIds } as const;
  return (await callAs(app, sendRedEnvelope, STRANGER, { body })).order.orderId;
}

async function countRows(): Promise<number[]> {
  const counts = [];
  for (const table of TABLES) {
    const { rows } = await database.pool.query<{ count: bigint }>(`select count(*) as count from ${table}`);
    counts.push(Number(rows[0]?.count));
  }
  return counts;
}

test("a stranger who makes orders all day does not fill the database for ever", async () => {
  for (let hour = 0; hour < 7; hour += 1) {
    for (let turn = 0; turn < 8; turn += 1) {
      const orderId = await send();
      if (turn > 1) await callAs(app, cancelOrder, STRANGER, { body: { orderId } });
    }
    app.clock.advance(HOUR_MS);
    const at = app.clock.now();
    await database.kysely
      .insertInto("chain_cursor")
      .values({ coin_type: "eth", settled_position: 1n, head_position: 1n, final_time: at, updated_at: at })
      .onConflict((conflict) => conflict.column("coin_type").doUpdateSet({ final_time: at }))
      .execute();
    while (await expireOrders(app));
  }
  while ((await sumEnded(app)) > 0);
  while ((await countEnded(app)) > 0);
  const [orders, envelopes] = await countRows();
  expect([orders, envelopes]).toEqual([56, 112]);
  app.clock.advance(31 * DAY_MS);
  await cleanUp.run(app, new AbortController().signal);
  expect(await countRows()).toEqual(TABLES.map(() => 0));
});
