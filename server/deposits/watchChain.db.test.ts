import { computeAddress, parseEther } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { Database } from "#server/db/database.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { watchChain } from "./watchChain.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);

describe("watchChain", () => {
  let database: Database;
  let anvil: Anvil;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "watchChain");
    anvil = await startAnvil(app.clock);
    const config = {
      endpoints: [{ url: anvil.rpcUrl, apiKey: null }],
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: 3,
      explorerTx: null,
      signer: null,
    };
    app.chains = linkChain(await createChain(ETHEREUM, config, silentLogger));
  });
  afterAll(async () => {
    await anvil.stop();
    await database.close();
  });

  const countSettled = async () => {
    const rows = await database.kysely
      .selectFrom("chain_transfer")
      .select("outcome")
      .where("settled_at", "is not", null)
      .execute();
    return rows.length;
  };

  it("settles while it runs, survives an outage, and ends when asked", async () => {
    const stop = new AbortController();
    let hasEnded = false;
    const running = watchChain("eth")
      .run(app, stop.signal)
      .finally(() => {
        hasEnded = true;
      });
    await anvil.mine(1);
    // It starts at the current block: earlier ones do not count.
    await expect.poll(() => database.kysely.selectFrom("chain_cursor").selectAll().execute()).toHaveLength(1);
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    await anvil.pay(payer, TREASURY, parseEther("0.01"));
    await anvil.mine(3);
    await expect.poll(countSettled).toBe(1);

    let failures = 0;
    app.logger = {
      ...silentLogger,
      error() {
        failures += 1;
      },
    };
    await anvil.stop();
    await new Promise((resolve) => {
      setTimeout(resolve, 2_500);
    });
    expect(hasEnded).toBe(false);
    expect(failures).toBe(0);
    stop.abort();
    await running;
    expect(hasEnded).toBe(true);
  });
});
