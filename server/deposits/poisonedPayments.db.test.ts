import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import type { Database } from "#server/db/database.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { createMemoryChain, type MemoryChain } from "#tests/support/chains/memoryChain.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { addressOf, addUsers, bindWallet, callAs } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const ANNA = 1n;
const BO = 2n;
const PAID_BASE = 10n ** 16n;
const MINUTE_MS = 60_000;

describe("a payment that cannot be settled", () => {
  let database: Database;
  let app: TestApp;
  let chain: MemoryChain;

  beforeEach(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "poisoned payments");
    chain = createMemoryChain(app.world, app.clock, 3);
    app.chains = linkChain(chain);
    await addUsers(app, [ANNA, BO]);
    for (const person of [ANNA, BO]) await bindWallet(app, person);
    await watch();
  });
  afterEach(() => database.close());

  const watch = (of: Chain = chain) => new TestWatcher(app, of).poll();
  const pay = (tgUserId: bigint, amountBase = PAID_BASE) => chain.pay(addressOf(tgUserId), amountBase);
  async function readOutcome(txHash: string) {
    const row = await database.kysely
      .selectFrom("chain_transfer")
      .select("outcome")
      .where("tx_hash", "=", txHash)
      .executeTakeFirst();
    return row === undefined ? "not stored" : row.outcome;
  }
  const readUnread = async () =>
    (await database.kysely.selectFrom("unread_transaction").select("tx_hash").execute()).map(
      ({ tx_hash: hash }) => hash,
    );
  const readCursor = async () =>
    (await database.kysely.selectFrom("chain_cursor").select("settled_position").executeTakeFirstOrThrow())
      .settled_position;
  async function refuse(event: string, condition: string): Promise<void> {
    await sql
      .raw(`create function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
        create trigger poison before ${event} for each row when (${condition}) execute function refuse_poison()`)
      .execute(database.kysely);
  }
  it("because the database refuses it is set aside, and those behind it are settled at once", async () => {
    const [poison, second] = [pay(ANNA), pay(BO)];
    await refuse("insert on chain_transfer", `new.tx_hash = '${poison}'`);
    await watch();
    expect([await readOutcome(poison), await readOutcome(second)]).toEqual(["not stored", "balance"]);
    expect(await readUnread()).toEqual([poison]);
    expect(await readCursor()).toBe(await chain.readFinal());
    expect(await findBreaches(database)).toEqual([]);
  });

  it("is settled though its order cannot be shown as about to be paid", async () => {
    app.world.balances.set(addressOf(ANNA), 10n ** 18n);
    const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.05" } as const;
    const { order } = await callAs(app, sendRedEnvelope, ANNA, { body });
    await refuse("update on chain_transfer", "new.settled_at is null and new.order_id is not null");
    const txHash = pay(ANNA, 5n * PAID_BASE);
    await watch();
    expect(await readOutcome(txHash)).toBe("order");
    const orders = database.kysely.selectFrom("payment_order").select("status").where("order_id", "=", order.orderId);
    expect((await orders.executeTakeFirstOrThrow()).status).toBe("paid");
    expect(await database.kysely.selectFrom("failed_work").select("job").execute()).toEqual([{ job: "reviewOrders" }]);
    app.clock.advance(MINUTE_MS);
    await watch();
    expect(await database.kysely.selectFrom("failed_work").select("job").execute()).toEqual([]);
  });
});
