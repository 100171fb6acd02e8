import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { addUsers, addressOf, bindWallet, openEnvelope } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { listUsedCoins, readTotals } from "./totals.ts";

const SENDER = 1n;
const HOLDER = 2n;
const NEWCOMER = 3n;
let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "usedCoins");
  await addUsers(app, [SENDER, HOLDER, NEWCOMER]);
});
afterAll(() => database.close());

it("lists coins of balances and sent envelopes, also of closed coins, and none for a newcomer", async () => {
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 10n ** 18n);
  await openEnvelope(app, SENDER, { count: 2, totalAmount: "0.5", passphrase: "Used coins" });
  await postEntries(database.kysely, {
    transactionId: "test:ton",
    kind: "deposit",
    at: app.clock.now(),
    entries: [
      { account: ACCOUNTS.treasury("ton"), coinType: "ton", amountBase: -5n },
      { account: ACCOUNTS.user(HOLDER, "ton"), coinType: "ton", amountBase: 5n },
    ],
  });
  const lists = await Promise.all(
    [SENDER, HOLDER, NEWCOMER].map(async (id) => listUsedCoins(await readTotals(database.kysely, id))),
  );
  expect(lists).toEqual([["eth"], ["ton"], []]);
});
