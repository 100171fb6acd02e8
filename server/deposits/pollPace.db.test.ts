import { expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { readPollPace } from "./watchChain.ts";

const database = await openDatabaseOfFile();

it("is twice as fast on a fast chain for two minutes after a report, until the order is settled", async () => {
  const app = createTestApp(database, "pace");
  const { kysely } = database;
  await addUsers(app, [1n]);
  const at = app.clock.now();
  const report = async (coinType: CoinType) => {
    const order = {
      order_id: `of ${coinType}`,
      tg_user_id: 1n,
      status: "awaitingPayment",
      coin_type: coinType,
    } as const;
    const place = { amount_base: 1n, treasury_address: "treasury", network: "network", created_at: at, expires_at: at };
    await kysely
      .insertInto("payment_order")
      .values({ ...order, ...place })
      .execute();
    await kysely
      .insertInto("payment_report")
      .values({ coin_type: coinType, tx_hash: "hash", order_id: order.order_id, reported_at: app.clock.now() })
      .execute();
  };
  const readAll = () => Promise.all((["eth", "tron", "sol", "ton"] as const).map((coin) => readPollPace(app, coin)));
  expect(await readAll()).toEqual([1_000, 1_000, 1_000, 1_000]);
  for (const coinType of ["eth", "tron", "sol", "ton"] as const) await report(coinType);
  expect(await readAll()).toEqual([1_000, 1_000, 500, 500]);
  await kysely.updateTable("payment_order").set({ settled_at: at }).where("coin_type", "=", "ton").execute();
  expect(await readAll()).toEqual([1_000, 1_000, 500, 1_000]);
  app.clock.advance(120_000);
  expect(await readAll()).toEqual([1_000, 1_000, 1_000, 1_000]);
});
