import { computeAddress, parseEther, toQuantity } from "ethers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { createChain } from "#server/chains/createChain.ts";
import { ETHEREUM } from "#server/chains/ethereum/index.ts";
import type { Database } from "#server/db/database.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { changeTransactions } from "#tests/support/lies.ts";
import { type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
/** What is worth less is dust. */
const LEAST = COINS.eth.minBase;

/** What is true of Ethereum alone; `describeChain` in tests/conformance has what is true of every chain. */
describe("money under dishonest endpoints of Ethereum", () => {
  let database: Database;
  let anvil: Anvil;
  let app: TestApp;
  let first: LyingEndpoint;
  let second: LyingEndpoint;

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "chain trust");
    anvil = await startAnvil(app.clock);
    await anvil.mine(3);
    first = await startLyingEndpoint(anvil.rpcUrl);
    second = await startLyingEndpoint(anvil.rpcUrl);
  });
  beforeEach(() => {
    for (const endpoint of [first, second]) Object.assign(endpoint, { lie: null, isDead: false });
  });
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await anvil.stop();
    await database.close();
  });

  async function watch(...endpoints: LyingEndpoint[]): Promise<TestWatcher> {
    const nodes = endpoints.map(({ url }) => ({ url, apiKey: null }));
    const config = {
      endpoints: nodes,
      treasuryAddress: TREASURY,
      oldTreasuryAddresses: [],
      confirmations: 3,
      explorerTx: null,
      signer: null,
    };
    const watcher = new TestWatcher(app, await createChain(ETHEREUM, config, silentLogger));
    await watcher.poll();
    return watcher;
  }
  async function pay(amountBase: bigint): Promise<string> {
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    return anvil.pay(payer, TREASURY, amountBase);
  }
  async function mineAndLook(watcher: TestWatcher, blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await anvil.mine(1);
      await watcher.poll();
    }
  }
  function readTransfer(txHash: string) {
    return database.kysely
      .selectFrom("chain_transfer")
      .select(["amount_base", "outcome"])
      .where("tx_hash", "=", txHash)
      .executeTakeFirst();
  }

  it("asks the next endpoint if one returns contradictory values", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(10n * LEAST);
    first.lie = changeTransactions((transaction) => ({ ...transaction, value: `0x1${"0".repeat(80)}` }));
    await anvil.mine(3);
    // The other endpoint is read; the settlement needs both.
    await watcher.poll();
    expect(await readTransfer(txHash)).toEqual({ amount_base: 10n * LEAST, outcome: null });
    first.lie = null;
    // It is set aside for a moment.
    app.clock.advance(2_000);
    await mineAndLook(watcher, 1);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 10n * LEAST, outcome: "unmatched" });
  });

  it("rejects a forged amount, sender or hash of a signed transaction", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(11n * LEAST);
    first.lie = changeTransactions((transaction) => ({ ...transaction, value: toQuantity(parseEther("5")) }));
    await mineAndLook(watcher, 1);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 11n * LEAST, outcome: null });
    first.lie = null;
    await mineAndLook(watcher, 3);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 11n * LEAST, outcome: "unmatched" });
  });

  it("keeps the books correct", async () => {
    expect(await findBreaches(database)).toEqual([]);
  });
});
