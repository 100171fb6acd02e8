import { computeAddress, parseEther, toQuantity } from "ethers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { formatMetrics } from "#server/admin/formatMetrics.ts";
import { connectEthereum } from "#server/chains/ethereum/connect.ts";
import type { Database } from "#server/db/database.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import {
  changeBlocks,
  changeTransactions,
  type Fields,
  inventTransaction,
  inflateAmount,
} from "#tests/support/lies.ts";
import { type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { ChainWatcher } from "./chainWatcher.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
const CONTRADICTION = "the RPC endpoints disagree on a transfer: it is not settled";
const BLOCK_CONTRADICTION = "the RPC endpoints disagree on a final block: nothing from it on is settled";

describe("money on the word of an endpoint", () => {
  let database: Database;
  let anvil: Anvil;
  let app: TestApp;
  let first: LyingEndpoint;
  let second: LyingEndpoint;
  let alarms: string[];

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "chain trust");
    anvil = await startAnvil(app.clock);
    await anvil.mine(3);
    first = await startLyingEndpoint(anvil.rpcUrl);
    second = await startLyingEndpoint(anvil.rpcUrl);
    app.logger = { ...silentLogger, error: (_, message) => void alarms.push(message) };
  });
  beforeEach(() => {
    alarms = [];
    for (const endpoint of [first, second]) Object.assign(endpoint, { lie: null, isDead: false });
  });
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await anvil.stop();
    await database.close();
  });

  async function watch(...endpoints: LyingEndpoint[]): Promise<ChainWatcher> {
    const rpcUrls = endpoints.map(({ url }) => url);
    const config = { rpcUrls, treasuryAddress: TREASURY, confirmations: 3, explorerTx: null };
    const watcher = new ChainWatcher(app, await connectEthereum(config, silentLogger));
    await watcher.poll();
    return watcher;
  }
  async function pay(amountBase: bigint): Promise<string> {
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    return anvil.pay(payer, TREASURY, amountBase);
  }
  async function mineAndLook(watcher: ChainWatcher, blocks: number): Promise<void> {
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
  function readCursorRow() {
    return database.kysely
      .selectFrom("chain_cursor")
      .select(["settled_position", "final_time", "settled_ref"])
      .executeTakeFirstOrThrow();
  }
  async function readCursor(): Promise<bigint> {
    const cursor = await database.kysely
      .selectFrom("chain_cursor")
      .select("settled_position")
      .executeTakeFirstOrThrow();
    return cursor.settled_position;
  }

  it("settles what two endpoints agree on", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(5n);
    await mineAndLook(watcher, 3);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 5n, outcome: "unmatched" });
    expect(alarms).toEqual([]);
  });

  it("does not settle a transfer that one endpoint invents, drops it once nobody tells it, and lets others pass", async () => {
    const watcher = await watch(first, second);
    const invented = `0x${"ab".repeat(32)}`;
    const real = await pay(6n);
    first.lie = inventTransaction(real, invented);
    await mineAndLook(watcher, 4);
    expect(await readTransfer(invented)).toMatchObject({ amount_base: parseEther("10"), outcome: null });
    expect(await readTransfer(real)).toEqual({ amount_base: 6n, outcome: "unmatched" });
    const held = await readCursor();
    await mineAndLook(watcher, 3);
    expect(await readCursor()).toBe(held);
    expect(alarms).toEqual([CONTRADICTION]);
    expect(await formatMetrics(app)).toContain('hongbao_chain_disputed_transfers{coin="eth"} 1\n');

    first.lie = null;
    await mineAndLook(watcher, 1);
    expect(await readTransfer(invented)).toBeUndefined();
    expect(await readCursor()).toBeGreaterThan(held);
    expect(await formatMetrics(app)).not.toContain("hongbao_chain_disputed_transfers{");
  });

  it("pays out no lie that was told once, whether its endpoint goes on or dies", async () => {
    first.lie = changeTransactions(inflateAmount);
    const watcher = await watch(first, second);
    const txHash = await pay(7n);
    await mineAndLook(watcher, 4);
    expect(await readTransfer(txHash)).toEqual({ amount_base: parseEther("777"), outcome: null });
    expect(alarms).toEqual([CONTRADICTION]);
    // With one of two endpoints away nothing is settled either.
    first.isDead = true;
    await anvil.mine(1);
    await expect(watcher.poll()).rejects.toThrow(ChainUnavailable);
    expect(await readTransfer(txHash)).toMatchObject({ outcome: null });

    first.isDead = false;
    first.lie = null;
    await mineAndLook(watcher, 2);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 7n, outcome: "unmatched" });
    expect(alarms).toEqual([CONTRADICTION]);
  });

  it("reads a single endpoint anew, and takes its later word for no more than a reason to look again", async () => {
    first.lie = changeTransactions(inflateAmount);
    const watcher = await watch(first);
    const txHash = await pay(8n);
    await mineAndLook(watcher, 1);
    first.lie = null;
    await mineAndLook(watcher, 2);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 8n, outcome: null });
    expect(alarms).toEqual([CONTRADICTION]);
    await watcher.poll();
    expect(await readTransfer(txHash)).toEqual({ amount_base: 8n, outcome: "unmatched" });
  });

  it("keeps a payment in dispute that an endpoint leaves out when the blocks are read again", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(9n);
    await mineAndLook(watcher, 1);
    second.lie = changeTransactions(({ hash, ...rest }) => (hash === txHash ? null : { hash, ...rest }));
    await mineAndLook(watcher, 3);
    expect(alarms).toEqual([CONTRADICTION]);
    const again = await watch(second, first);
    await mineAndLook(again, 2);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 9n, outcome: null });
    second.lie = null;
    await mineAndLook(again, 2);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 9n, outcome: "unmatched" });
  });

  it("asks the next endpoint where one tells values that fit nothing", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(10n);
    first.lie = changeTransactions((transaction) => ({ ...transaction, value: `0x1${"0".repeat(80)}` }));
    await anvil.mine(3);
    // The other endpoint is read; for the settlement two are needed.
    await expect(watcher.poll()).rejects.toThrow(ChainUnavailable);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 10n, outcome: null });
    first.lie = null;
    await mineAndLook(watcher, 1);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 10n, outcome: "unmatched" });
  });

  it("believes no forged amount, sender or hash of a signed transaction", async () => {
    const watcher = await watch(first, second);
    const txHash = await pay(11n);
    first.lie = changeTransactions((transaction) => ({ ...transaction, value: toQuantity(parseEther("5")) }));
    await mineAndLook(watcher, 1);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 11n, outcome: null });
    first.lie = null;
    await mineAndLook(watcher, 3);
    expect(await readTransfer(txHash)).toEqual({ amount_base: 11n, outcome: "unmatched" });
  });

  it("moves the cursor on no single endpoint's word: neither its times nor its blocks", async () => {
    const watcher = await watch(first, second);
    await mineAndLook(watcher, 1);
    const honest = await readCursorRow();
    first.lie = changeBlocks((block) => ({ ...block, timestamp: toQuantity(Number(block["timestamp"]) + 86_400) }));
    await mineAndLook(watcher, 3);
    expect(await readCursorRow()).toEqual(honest);
    expect(alarms).toEqual([BLOCK_CONTRADICTION]);

    // The lying endpoint extends the chain with invented blocks.
    const tip = Number(await anvil.call("eth_blockNumber", []));
    const invent = (number: number) => `0x${number.toString(16).padStart(64, "f")}`;
    first.lie = async ({ method, params }, answer, ask) => {
      if (method !== "eth_getBlockByNumber") return answer;
      const asked = Number(params[0]);
      const number = params[0] === "latest" || params[0] === "finalized" ? tip + 40 : asked;
      if (number <= tip) return answer;
      const model = (await ask(method, [toQuantity(tip), false])) as Fields;
      const hashes = { hash: invent(number), parentHash: number === tip + 1 ? model["hash"] : invent(number - 1) };
      return { result: { ...model, ...hashes, number: toQuantity(number), transactions: [] } };
    };
    const again = await watch(first, second);
    await again.poll();
    expect((await readCursorRow()).settled_position).toBeLessThan(BigInt(tip));

    first.lie = null;
    await mineAndLook(watcher, 3);
    expect((await readCursorRow()).settled_position).toBe(BigInt(tip + 1));
    expect(alarms).toEqual([BLOCK_CONTRADICTION]);
  });

  it("leaves sound books behind", async () => {
    expect(await findBreaches(database)).toEqual([]);
  });
});
