import { expect, it } from "vitest";
import { readBalance } from "#server/ledger/accounts.ts";
import { proveWallet } from "#tests/model/deeds.ts";
import { MoneyWorld } from "#tests/model/world.ts";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { watchChain } from "./watchChain.ts";

const ANNA = 1n;
const database = await openDatabaseOfFile();

it("settles while it runs, survives an outage, and ends when asked", async () => {
  const world = new MoneyWorld(database, "numbered", "watchChain", [ANNA]);
  await world.open();
  await proveWallet(world, ANNA, world.walletOf(ANNA));
  let failures = 0;
  const error = () => {
    failures += 1;
  };
  const stop = new AbortController();
  let hasEnded = false;
  const running = watchChain("eth")
    .run({ ...world.app, logger: { ...silentLogger, error } }, stop.signal)
    .finally(() => {
      hasEnded = true;
    });
  world.pay(world.walletOf(ANNA), [{ amountBase: world.unitBase, reference: null }]);
  world.chain.mine(4);
  await expect.poll(() => readBalance(database.kysely, ANNA, "eth"), { timeout: 10_000 }).toBe(world.unitBase);

  for (const endpoint of world.endpoints) endpoint.isAway = true;
  await new Promise((resolve) => {
    setTimeout(resolve, 2_500);
  });
  expect([hasEnded, failures]).toEqual([false, 0]);
  stop.abort();
  await running;
  expect(hasEnded).toBe(true);
});
