import { computeAddress, type Signature, Transaction, type TransactionLike, Wallet } from "ethers";
import fc from "#tests/support/fastCheck.ts";
import { expect, it } from "vitest";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { changeAnyhow } from "#tests/support/changeAnyhow.ts";
import { readInternal } from "./internal.ts";
import type { Call } from "./network.ts";
import { readBlock } from "./transfers.ts";
import { toQuantity } from "./values.ts";

const TREASURY = computeAddress(`0x${"7".repeat(64)}`);
const TREASURY_KEYS = new Set([toAddressKey("ETH", TREASURY)]);
const [PAYER, STRANGER] = [new Wallet(`0x${"3".repeat(64)}`), new Wallet(`0x${"4".repeat(64)}`)];
const POSITION = 7;
const BLOCK_HASH = `0x${"b".repeat(64)}`;
const AMOUNT = 5n * COINS.eth.minBase;

const PRICES = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n };
const KINDS: readonly TransactionLike[] = [
  { type: 0, gasPrice: 9n },
  { type: 1, gasPrice: 9n, accessList: [{ address: TREASURY, storageKeys: [`0x${"0".repeat(64)}`] }] },
  { type: 2, ...PRICES, accessList: [] },
  {
    type: 4,
    ...PRICES,
    authorizationList: [{ address: TREASURY, nonce: 2n ** 64n - 1n, chainId: 0n, signature: sign() }],
  },
];

function sign(): Signature {
  return STRANGER.signingKey.sign(BLOCK_HASH);
}

/** A signed payment as a node tells it. */
function tell(wallet: Wallet, kind: TransactionLike): Record<string, unknown> {
  const base = { to: TREASURY, value: AMOUNT, nonce: 1, gasLimit: 21_000, chainId: 1, data: "0x6d656d6f" };
  const signed = Transaction.from({ ...base, ...kind });
  signed.signature = wallet.signingKey.sign(signed.unsignedHash);
  const { r, s, yParity } = signed.signature;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = signed;
  const toHex = (value: bigint | null) => (value === null ? undefined : `0x${value.toString(16)}`);
  return {
    hash: signed.hash,
    blockHash: BLOCK_HASH,
    blockNumber: toQuantity(POSITION),
    transactionIndex: "0x0",
    type: toQuantity(signed.type ?? 0),
    from: wallet.address.toLowerCase(),
    to: TREASURY.toLowerCase(),
    value: toHex(AMOUNT),
    nonce: "0x1",
    gas: "0x5208",
    input: "0x6d656d6f",
    chainId: "0x1",
    gasPrice: toHex(gasPrice),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
    accessList: signed.accessList ?? undefined,
    authorizationList:
      signed.type === 4 ? [{ address: TREASURY, nonce: "0xffffffffffffffff", chainId: "0x0" }] : undefined,
    r,
    s,
    yParity: toQuantity(yParity),
    v: toQuantity(signed.type === 0 ? 37 + yParity : yParity),
  };
}

function tellReceipt({ hash }: Record<string, unknown>): Record<string, unknown> {
  const log = { address: TREASURY, topics: [BLOCK_HASH], data: "0x", logIndex: "0x0", removed: false };
  const place = { blockHash: BLOCK_HASH, blockNumber: toQuantity(POSITION) };
  return { ...place, transactionHash: hash, status: "0x1", gasUsed: "0x5208", logs: [log], contractAddress: null };
}

function answerBlock(transactions: readonly unknown[], receipts: ReadonlyMap<unknown, unknown>, traces: unknown): Call {
  const [hash, parentHash] = [BLOCK_HASH, `0x${"a".repeat(64)}`];
  return async (method, [asked]) => {
    if (method === "eth_getTransactionReceipt") return receipts.get(asked) ?? null;
    if (method === "debug_traceBlockByNumber") return traces;
    return { number: toQuantity(POSITION), hash, parentHash, timestamp: "0x68000000", transactions };
  };
}

const HONEST = tell(PAYER, { type: 2, ...PRICES });
/** What any node knows of a transaction that it has in a block. */
const KEPT = ["hash"];

/** Any transaction of a stranger, and its receipt. */
const foreigners = fc.constantFrom(...KINDS.map((kind) => tell(STRANGER, kind))).chain((told) =>
  fc.record({
    transaction: fc.oneof(fc.constant(told), changeAnyhow(told, KEPT)),
    receipt: fc.oneof(fc.constant(tellReceipt(told)), changeAnyhow(tellReceipt(told))),
  }),
);

async function read(transaction: unknown, receipt: unknown) {
  const receipts = new Map<unknown, unknown>([
    [HONEST["hash"], tellReceipt(HONEST)],
    [(transaction as { hash: unknown }).hash, receipt],
  ]);
  return readBlock(answerBlock([transaction, HONEST], receipts, []), POSITION, TREASURY_KEYS);
}

it("finds a payment beside any other transaction, which is read or set aside", async () => {
  await fc.assert(
    fc.asyncProperty(foreigners, async ({ transaction, receipt }) => {
      const { transfers, unread } = await read(transaction, receipt);
      const foreign = (transaction as { hash: unknown }).hash;
      expect(transfers.filter(({ txHash }) => txHash !== foreign)).toMatchObject([
        { txHash: HONEST["hash"], from: PAYER.address, amountBase: AMOUNT },
      ]);
      expect(unread.every(({ txHash }) => txHash === foreign)).toBe(true);
      const counted = transfers.find(({ txHash }) => txHash === foreign);
      expect(counted === undefined || (counted.amountBase > 0n && counted.amountBase < 2n ** 256n)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

it.each(KINDS)("counts a payment of type $type as it was signed, and no other amount under its id", async (kind) => {
  const told = tell(STRANGER, kind);
  const { transfers } = await read(told, tellReceipt(told));
  expect(transfers).toMatchObject([{ txHash: told["hash"], from: STRANGER.address, amountBase: AMOUNT }, {}]);
  // The second endpoint answers for a kind whose bytes are not known here.
  if (kind.type === 4) return;
  const { unread } = await read({ ...told, value: `0x${"f".repeat(64)}` }, tellReceipt(told));
  expect(unread).toMatchObject([{ txHash: told["hash"], reason: "a transaction whose fields have another hash" }]);
});

it("sets aside what pays more than 256 bits hold, and counts a kind to come by its plain fields", async () => {
  const signed = tell(STRANGER, { type: 2, ...PRICES });
  const future: Record<string, unknown> = { ...signed, type: "0x7f", accessList: undefined, r: undefined };
  expect(await read(future, tellReceipt(future))).toMatchObject({
    transfers: [{ amountBase: AMOUNT }, {}],
    unread: [],
  });
  const tooMuch = { ...future, value: `0x1${"0".repeat(64)}` };
  expect(await read(tooMuch, tellReceipt(tooMuch))).toMatchObject({
    transfers: [{ txHash: HONEST["hash"] }],
    unread: [{ txHash: future["hash"], position: 7n, reason: "a quantity of more than 256 bits" }],
  });
});

it("counts a missing receipt as a failure of the endpoint", async () => {
  await expect(read(tell(STRANGER, { type: 2, ...PRICES }), null)).rejects.toThrow("not an object");
});

const CONTRACT = STRANGER.address.toLowerCase();
const frame = { type: "CALL", from: CONTRACT, to: TREASURY.toLowerCase(), value: "0x5" };
const tellTrace = (txHash: string) => ({
  txHash,
  result: { type: "CALL", from: CONTRACT, to: CONTRACT, calls: [frame, { ...frame, to: CONTRACT, calls: [frame] }] },
});
const [FOREIGN_HASH, HONEST_HASH] = [`0x${"c".repeat(64)}`, `0x${"d".repeat(64)}`];

it("finds what a contract sent beside any other trace", async () => {
  await fc.assert(
    fc.asyncProperty(changeAnyhow(tellTrace(FOREIGN_HASH)), async (foreign) => {
      const traces = [foreign, tellTrace(HONEST_HASH)];
      const transfers = await readInternal(answerBlock([], new Map(), traces), POSITION, TREASURY_KEYS);
      expect(transfers?.filter(({ txHash }) => txHash === HONEST_HASH)).toMatchObject([
        { index: 1, amountBase: 5n },
        { index: 2, amountBase: 5n },
      ]);
    }),
    { numRuns: 1_000 },
  );
});

it("goes on behind a transaction that the node took too long to trace", async () => {
  const traces = [{ txHash: FOREIGN_HASH, error: "execution timeout" }, tellTrace(HONEST_HASH)];
  const transfers = await readInternal(answerBlock([], new Map(), traces), POSITION, TREASURY_KEYS);
  expect(transfers?.map(({ txHash }) => txHash)).toEqual([HONEST_HASH, HONEST_HASH]);
});
