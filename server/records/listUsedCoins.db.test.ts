import { beforeAll, expect, it } from "vitest";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addUsers, addressOf, bindWallet, openEnvelope } from "#tests/support/story.ts";
import { listUsedCoins, readTotals } from "./totals.ts";

const SENDER = 1n;
const HOLDER = 2n;
const NEWCOMER = 3n;
const { app, database } = await openAppOfFile("usedCoins");

beforeAll(() => addUsers(app, [SENDER, HOLDER, NEWCOMER]));

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
