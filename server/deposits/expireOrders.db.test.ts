import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Database } from "#server/db/database.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { createOrder } from "#server/orders/createOrder.ts";
import { expireOrders } from "./expireOrders.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const ANNA = 1n;
const BO = 2n;
/** ORDER_TTL_S and ORDER_GRACE_S. */
const LIFE_MS = 45 * 60_000;

describe("expireOrders", () => {
  let database: Database;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "expireOrders");
    await addUsers(app, [ANNA, BO]);
  });
  afterAll(() => database.close());

  const create = () => {
    const from = { fromAddress: null, createdPosition: null, envelopeIds: [], requestId: null };
    const order = { tgUserId: ANNA, coinType: "eth" as const, amountBase: 5n, ...from, at: app.clock.now() };
    return database.kysely.transaction().execute((trx) => createOrder(trx, app, order));
  };
  const readStatus = async (orderId: string) => {
    const row = await database.kysely
      .selectFrom("payment_order")
      .select("status")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return row.status;
  };

  it("expires every order it can, also beside one that fails", async () => {
    const broken = await create();
    const fine = await create();
    await database.kysely
      .updateTable("payment_order")
      .set({
        ...changeStatus("order", "payment.partFinal", { at: app.clock.now(), cause: "chainWatcher" }),
        paid_base: 2n,
      })
      .where("order_id", "=", broken)
      .execute();
    // The ledger already has the transaction that would return its part.
    const lines = [
      { account: `user:${ANNA}:eth`, coinType: "eth" as const, amountBase: 1n },
      { account: `user:${BO}:eth`, coinType: "eth" as const, amountBase: -1n },
    ];
    const transactionId = `orderEnded:${broken}`;
    await postEntries(database.kysely, { transactionId, kind: "orderEnded", at: app.clock.now(), entries: lines });
    app.clock.advance(LIFE_MS + 1_000);
    const positions = { settled_position: 1n, head_position: 1n };
    await database.kysely
      .insertInto("chain_cursor")
      .values({ coin_type: "eth", ...positions, final_time: app.clock.now(), updated_at: app.clock.now() })
      .execute();
    expect(await expireOrders(app)).toBe(false);
    expect(await readStatus(fine)).toBe("expired");
    expect(await readStatus(broken)).toBe("partiallyPaid");
  });
});
