import { computeAddress, getAddress, toQuantity } from "ethers";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { listen } from "#tests/support/listen.ts";
import { type Lie, type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { ChainUnavailable } from "../chainUnavailable.ts";
import { createChain } from "../createChain.ts";
import { ETHEREUM } from "./index.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
const DEAD_URL = "http://127.0.0.1:1";

function configOf(urls: readonly string[]) {
  return {
    endpoints: urls.map((url) => ({ url, apiKey: null })),
    treasuryAddress: TREASURY,
    oldTreasuryAddresses: [],
    confirmations: 4,
    explorerTx: null,
    signer: null,
  };
}

describe("the chain of Ethereum", () => {
  let anvil: Anvil;
  const clock = createTestClock();

  beforeAll(async () => {
    anvil = await startAnvil(clock);
  });
  afterAll(() => anvil.stop());

  it("reads transfers to the treasury, but no failed or empty ones and none to others", async () => {
    const chain = await createChain(ETHEREUM, configOf([anvil.rpcUrl]), silentLogger);
    const [payer, other] = anvil.wallets;
    if (payer === undefined || other === undefined) throw new Error("anvil must fund accounts");
    const txHash = await anvil.pay(payer, TREASURY, 5n);
    await anvil.pay(payer, TREASURY, 0n);
    await anvil.pay(other, payer.address, 5n);
    await anvil.mine(1);
    const head = await chain.readHead();
    const ref = String(await chain.readRefAt(head.position));
    expect(await chain.createScanner().read(head.position - 1n)).toMatchObject({
      first: head.position,
      last: head.position,
      transfers: [
        {
          txHash,
          index: 0,
          from: payer.address,
          amountBase: 5n,
          reference: null,
          position: head.position,
          ref,
          time: clock.now(),
        },
      ],
    });
    expect(await chain.readBalance(TREASURY)).toBe(5n);
    expect(await chain.readTreasury(head.position, null)).toEqual({ position: head.position, balanceBase: 5n });
    expect(await chain.readTreasury(head.position - 1n, null)).toMatchObject({ balanceBase: 0n });
    // Simulates pruned state: the node does not have it.
    expect(await chain.readTreasury(head.position + 9n, null)).toBeNull();
    expect(chain.network).toEqual({ id: "eip155:31337", name: "Ethereum (local)" });
  });

  it("treats as final what both the node's tag and the confirmations allow", async () => {
    await anvil.mine(10);
    const byConfirmations = await createChain(ETHEREUM, configOf([anvil.rpcUrl]), silentLogger);
    const head = await byConfirmations.readHead();
    expect(await byConfirmations.readFinal()).toBe(head.position - 3n);
    const byTag = await createChain(ETHEREUM, { ...configOf([anvil.rpcUrl]), confirmations: 1 }, silentLogger);
    expect(await byTag.readFinal()).toBe(head.position - 2n);
  });

  it("has no final block before its first blocks, so a watcher starts with block 0", async () => {
    const young = await startAnvil(clock);
    try {
      const chain = await createChain(ETHEREUM, configOf([young.rpcUrl]), silentLogger);
      expect((await chain.readHead()).position).toBe(0n);
      const final = await chain.readFinal();
      expect(final).toBe(-1n);
      expect(await chain.createScanner().read(final)).toMatchObject({ kind: "part", first: 0n, last: 0n, final: -1n });
    } finally {
      await young.stop();
    }
  });

  describe("with a faulty endpoint", () => {
    let endpoint: LyingEndpoint;
    let logged: string[];
    const logger = {
      warn: (fields: { reason?: unknown }, message: string) => void logged.push(`${message} ${String(fields.reason)}`),
    };
    const changeResult =
      (method: string, result: unknown): Lie =>
      (call, honest) =>
        call.method === method ? { result } : honest;

    beforeAll(async () => {
      endpoint = await startLyingEndpoint(anvil.rpcUrl);
    });
    beforeEach(() => {
      logged = [];
      endpoint.lie = null;
    });
    afterAll(() => endpoint.stop());

    it("asks the next endpoint when a block, balance or time is impossible", async () => {
      const chain = await createChain(ETHEREUM, configOf([endpoint.url, anvil.rpcUrl]), logger);
      endpoint.lie = changeResult("eth_getBalance", `0x1${"0".repeat(80)}`);
      expect(await chain.readBalance(TREASURY)).toBe(5n);
      const block = (await anvil.call("eth_getBlockByNumber", ["latest", true])) as { number: string; hash: string };
      for (const change of [
        { number: `0x${"f".repeat(20)}` },
        { timestamp: `0x${"f".repeat(30)}` },
        { hash: "0x12" },
      ]) {
        const other = await createChain(ETHEREUM, configOf([endpoint.url, anvil.rpcUrl]), logger);
        endpoint.lie = changeResult("eth_getBlockByNumber", { ...block, ...change });
        expect(await other.readRefAt(BigInt(block.number))).toBe(block.hash);
      }
      expect(logged).toHaveLength(4);
    });

    it("believes no endpoint alone on what it is: the first block, or the newest settled one", async () => {
      const chain = await createChain(ETHEREUM, configOf([endpoint.url, anvil.rpcUrl]), logger);
      const block = (await anvil.call("eth_getBlockByNumber", ["latest", true])) as { number: string };
      const genesis = await chain.readGenesis();
      endpoint.lie = changeResult("eth_getBlockByNumber", { ...block, number: "0x0", hash: `0x${"12".repeat(32)}` });
      await expect(chain.readGenesis()).rejects.toThrow(ChainUnavailable);
      await expect(chain.readGenesis(2)).rejects.toThrow(ChainUnavailable);
      await expect(chain.readRefAt(0n)).rejects.toThrow(ChainUnavailable);
      endpoint.lie = null;
      expect(await chain.readGenesis(2)).toBe(genesis);
    });

    it.each([
      ["no such block", { result: null }],
      ["an error", { error: { code: -32_000, message: "finalized block not found" } }],
    ])(
      "asks another for the finalized block of a public chain where one answers %s, at each look",
      async (_, refusal) => {
        const publicId: Lie = (call, honest) => (call.method === "eth_chainId" ? { result: "0xaa36a7" } : honest);
        const lacking: Lie = (call, honest) =>
          call.params[0] === "finalized" ? refusal : publicId(call, honest, () => Promise.resolve());
        const other = await startLyingEndpoint(anvil.rpcUrl);
        endpoint.lie = lacking;
        other.lie = publicId;
        const chain = await createChain(ETHEREUM, { ...configOf([endpoint.url, other.url]), confirmations: 1 }, logger);
        const { position } = await chain.readHead();
        const readFinal = async () => (await chain.createScanner().read(position - 1n)) as { final?: bigint };
        expect(await readFinal()).toMatchObject({ final: position - 2n });
        expect(logged).toEqual([expect.stringContaining("it has no finalized block")]);
        other.lie = lacking;
        await expect(readFinal()).rejects.toThrow(ChainUnavailable);
        // The endpoint is used again once it has a final block.
        endpoint.lie = publicId;
        expect(await readFinal()).toMatchObject({ final: position - 2n });
        await other.stop();
      },
    );

    it("falls back to confirmations on a local chain only, and logs that once", async () => {
      endpoint.lie = (call, honest) => (call.params[0] === "finalized" ? { result: null } : honest);
      const chain = await createChain(ETHEREUM, configOf([endpoint.url]), logger);
      const { position } = await chain.readHead();
      expect(await chain.readFinal()).toBe(position - 3n);
      await chain.readFinal();
      expect(logged).toEqual([expect.stringContaining("confirmations alone settle")]);
    });

    it("returns no balance of a block on which two endpoints disagree", async () => {
      const chain = await createChain(ETHEREUM, configOf([endpoint.url, anvil.rpcUrl]), logger);
      const { position } = await chain.readHead();
      expect(await chain.readTreasury(position, null)).toEqual({ position, balanceBase: 5n });
      endpoint.lie = changeResult("eth_getBalance", "0x6");
      expect(await chain.readTreasury(position, null)).toBeNull();
      expect(logged).toEqual([expect.stringContaining("disagree on the treasury's balance")]);
    });

    it("returns internal transfers only if all asked endpoints agree, and none without traces", async () => {
      const contract = "0x00000000000000000000000000000000000000c2";
      await anvil.call("anvil_setCode", [contract, "0x5f5f5f5f345f355af1"]);
      const [payer] = anvil.wallets;
      const transaction = { from: payer?.address, to: contract, value: "0x3", gas: "0x30000" };
      const data = `0x${TREASURY.slice(2).padStart(64, "0")}`;
      const txHash = await anvil.call("eth_sendTransaction", [{ ...transaction, data }]);
      await anvil.mine(1);
      const chain = await createChain(ETHEREUM, configOf([endpoint.url, anvil.rpcUrl]), logger);
      const { position, time } = await chain.readHead();
      const readInternal = (at: bigint) =>
        chain.omitted.kind === "internal" ? chain.omitted.readTransfers(at) : undefined;
      const from = getAddress(contract);
      const block = { reference: null, position, ref: await chain.readRefAt(position), time };
      expect(await readInternal(position)).toEqual([{ ...block, txHash, index: 1, from, amountBase: 3n }]);
      expect(await readInternal(position - 1n)).toEqual([]);
      endpoint.lie = changeResult("debug_traceBlockByNumber", []);
      expect(await readInternal(position)).toBeNull();
      expect(logged).toEqual([expect.stringContaining("disagree on internal transfers")]);
      endpoint.lie = (call, honest) =>
        call.method.startsWith("debug_") ? { error: { code: -32_601, message: "method not found" } } : honest;
      expect(await readInternal(position)).toBeNull();
    });

    it("reads one person's balance once in a few seconds", async () => {
      const chain = await createChain(ETHEREUM, configOf([endpoint.url]), logger);
      const before = endpoint.calls.get("eth_getBalance") ?? 0;
      const address = computeAddress(`0x${"8".repeat(64)}`);
      await Promise.all(Array.from({ length: 20 }, () => chain.readBalance(address)));
      await chain.readBalance(address.toLowerCase());
      expect(endpoint.calls.get("eth_getBalance")).toBe(before + 1);
      endpoint.isDead = true;
      const dead = computeAddress(`0x${"a".repeat(64)}`);
      await expect(chain.readBalance(dead)).rejects.toThrow(ChainUnavailable);
      endpoint.isDead = false;
      expect(await chain.readBalance(dead)).toBe(0n);
    });
  });

  it("distinguishes a contract from an account, including an account that delegates", async () => {
    const chain = await createChain(ETHEREUM, configOf([anvil.rpcUrl]), silentLogger);
    const addresses = [
      "0x00000000000000000000000000000000000000c0",
      "0x00000000000000000000000000000000000000c1",
    ] as const;
    await anvil.call("anvil_setCode", [addresses[0], "0x5f5f"]);
    await anvil.call("anvil_setCode", [addresses[1], `0xef0100${"12".repeat(20)}`]);
    expect(await Promise.all([...addresses, TREASURY].map((address) => chain.canSign(address)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("switches to an endpoint that answers", async () => {
    const otherUrl = anvil.rpcUrl.replace("127.0.0.1", "localhost");
    const chain = await createChain(ETHEREUM, configOf([DEAD_URL, anvil.rpcUrl, otherUrl]), silentLogger);
    expect(await chain.readBalance(computeAddress(`0x${"9".repeat(64)}`))).toBe(0n);
    const order = { from: TREASURY, to: TREASURY, amountBase: 5n, reference: null };
    expect((await chain.buildPayment(order)).signing).toMatchObject({
      kind: "evm",
      transaction: { value: "0x5", gas: "0x5208" },
    });
  });

  it("asks for the tip that others have paid in the newest blocks", async () => {
    const chain = await createChain(ETHEREUM, configOf([anvil.rpcUrl]), silentLogger);
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    const order = { from: payer.address, to: TREASURY, amountBase: 5n, reference: null };
    await anvil.mine(5);
    expect(await chain.buildPayment(order)).toMatchObject({
      signing: { transaction: { maxPriorityFeePerGas: toQuantity(1_000_000) } },
    });
    for (let block = 0; block < 3; block += 1) {
      await anvil.pay(payer, TREASURY, 1n);
      await anvil.mine(1);
    }
    const later = await createChain(ETHEREUM, configOf([anvil.rpcUrl]), silentLogger);
    const { baseFeePerGas } = (await anvil.call("eth_getBlockByNumber", ["latest", false])) as {
      baseFeePerGas: string;
    };
    expect(await later.buildPayment(order)).toMatchObject({
      signing: {
        transaction: {
          maxPriorityFeePerGas: toQuantity(10 ** 9),
          maxFeePerGas: toQuantity(BigInt(baseFeePerGas) * 2n + 10n ** 9n),
        },
      },
    });
  });

  it("lets no endpoint alone set the price of a payment, neither by prices nor by an old block", async () => {
    const liar = await startLyingEndpoint(anvil.rpcUrl);
    const order = { from: TREASURY, to: TREASURY, amountBase: 5n, reference: null };
    const urls = [liar.url, anvil.rpcUrl];
    // A connection keeps its prices for a while.
    const build = async () => (await createChain(ETHEREUM, configOf(urls), silentLogger)).buildPayment(order);
    const honest = await build();
    const tellHistory =
      (change: object): Lie =>
      ({ method }, told) =>
        method === "eth_feeHistory" ? { result: { ...(told.result as object), ...change } } : told;
    for (const price of ["0x0", "0xffffffffffff"]) {
      const each = (count: number) => Array.from({ length: count }, () => price);
      liar.lie = ({ method }, told) => (method === "eth_maxPriorityFeePerGas" ? { result: price } : told);
      expect((await build()).signing).toEqual(honest.signing);
      for (const change of [
        { baseFeePerGas: each(6) },
        ...(price === "0x0" ? [] : [{ reward: each(5).map((tip) => [tip]) }]),
      ]) {
        liar.lie = tellHistory(change);
        await expect(build()).rejects.toThrow(ChainUnavailable);
      }
    }
    const old = (await anvil.call("eth_getBlockByNumber", ["0x1", false])) as object;
    clock.advance(120_000);
    await anvil.mine(1);
    const { timestamp } = (await anvil.call("eth_getBlockByNumber", ["latest", false])) as { timestamp: string };
    for (const told of [old, { ...old, timestamp: toQuantity(Number(timestamp) - 1) }]) {
      liar.lie = ({ method, params }, known) =>
        method === "eth_getBlockByNumber" && params[0] === "latest" ? { result: told } : known;
      await expect(build()).rejects.toThrow(ChainUnavailable);
    }
    liar.lie = null;
    const other = await createChain(ETHEREUM, configOf(urls), silentLogger);
    liar.lie = ({ method }, known) => (method === "eth_estimateGas" ? { result: "0xc350" } : known);
    await expect(other.buildPayment(order)).rejects.toThrow(ChainUnavailable);
    liar.isDead = true;
    await expect(other.buildPayment(order)).rejects.toThrow(ChainUnavailable);
    await liar.stop();
  });

  it("refuses to start without any endpoint, and with endpoints of different chains", async () => {
    await expect(createChain(ETHEREUM, configOf([DEAD_URL]), silentLogger)).rejects.toThrow("no RPC endpoint answers");
    const otherChain = await listen(
      createServer((_, response) => response.end(JSON.stringify({ id: 1, result: "0x1" }))),
    );
    await expect(createChain(ETHEREUM, configOf([anvil.rpcUrl, otherChain.url]), silentLogger)).rejects.toThrow(
      "different chains",
    );
    await otherChain.stop();
  });

  it("reports an outage", async () => {
    const dying = await startAnvil(clock);
    const chain = await createChain(ETHEREUM, configOf([dying.rpcUrl]), silentLogger);
    await dying.stop();
    await expect(chain.readBalance(TREASURY)).rejects.toThrow(ChainUnavailable);
    await expect(chain.readTreasury(1n, null)).rejects.toThrow(ChainUnavailable);
    await expect(chain.readHead()).rejects.toThrow(ChainUnavailable);
    await expect(chain.createScanner().read(1n)).rejects.toThrow(ChainUnavailable);
  });

  it("asks for all receipts of a block with many transfers at once, or one by one where the node cannot tell them", async () => {
    const node = await startLyingEndpoint(anvil.rpcUrl);
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    for (let transfer = 0; transfer < 6; transfer += 1) await anvil.pay(payer, TREASURY, 1n);
    await anvil.mine(1);
    for (const isTold of [true, false]) {
      node.lie = ({ method }, honest) =>
        method === "eth_getBlockReceipts" && !isTold ? { error: { code: -32_601, message: "no method" } } : honest;
      const chain = await createChain(ETHEREUM, configOf([node.url]), silentLogger);
      const before = node.calls.get("eth_getTransactionReceipt") ?? 0;
      const { position } = await chain.readHead();
      const scan = await chain.createScanner().read(position - 1n);
      expect(scan.kind === "part" && scan.transfers).toHaveLength(6);
      expect((node.calls.get("eth_getTransactionReceipt") ?? 0) - before).toBe(isTold ? 0 : 6);
    }
    await node.stop();
  });
});
