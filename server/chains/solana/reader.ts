import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import type { AskedRange, ChainReader, Header, ReaderContext, ReadRange, Tip } from "../chainKind.ts";
import { callJsonRpc } from "../jsonRpc.ts";
import { readList, readRecord, readTime, readWhole } from "../nodeAnswers.ts";
import type { Endpoint } from "../settings.ts";
import { type Call, createConfirmationReader } from "./network.ts";
import { readNearest } from "./signatures.ts";
import {
  type AccountBalances,
  askTransaction,
  isOfUnknownVersion,
  listTransfers,
  NEWEST_VERSION,
  parseBalances,
  readTransaction,
  SYSTEM_PROGRAM,
} from "./transaction.ts";
import { createRangeReader } from "./transfers.ts";
import { readContext, readKey, readLamports } from "./values.ts";

/** What anybody can make long: a transaction's inner instructions and logs, and the memos in a list of transactions. */
const LARGE_CALLS: ReadonlySet<string> = new Set(["getTransaction", "getSignaturesForAddress"]);
/** How many slots before a position its block is looked for: some slots have none. */
const MOST_SKIPPED = 500;

export interface SolanaReader extends ChainReader {
  readonly call: Call;
  readonly treasuries: ReadonlySet<string>;
  readRange(range: AskedRange): Promise<ReadRange>;
}

/** Reads from one node. */
export function createReader({ url }: Endpoint, context: ReaderContext): SolanaReader {
  const call: Call = context.watchCall((method, params: readonly unknown[]) =>
    callJsonRpc(url, method, params, LARGE_CALLS.has(method) ? "large" : "small"),
  );
  const treasuries: ReadonlySet<string> = new Set(context.treasuries);
  const readConfirmations = createConfirmationReader(call, context.confirmations);
  const readGenesis = async () => readKey(await call("getGenesisHash", []));

  return {
    call,
    treasuries,
    readRange: createRangeReader(call, treasuries),
    readIdentity: readGenesis,
    readGenesis,
    readTip: () => readTip(call),
    async readFinal(tip) {
      const finalized = readWhole(await call("getSlot", [{ commitment: "finalized" }]));
      return Math.max(0, Math.min(finalized, tip.position - (await readConfirmations()) + 1));
    },
    findHeader: (position) => readHeader(call, position),
    readBalance: (address) => readBalance(call, address, "confirmed"),
    readCanSign: async (address) => (await readAccountKind(call, address)) !== "other",

    async readTreasury(position) {
      // Without the blocks since then, a balance would be that of another time.
      if (position < readWhole(await call("getFirstAvailableBlock", []))) return null;
      let balanceBase = 0n;
      for (const address of treasuries) balanceBase += await readBalanceAt(call, address, position);
      return { position: BigInt(position), balanceBase };
    },

    readOutgoing: (txHash, final) => readOutgoing(call, { txHash, treasuries, final }),
  };
}

/** The newest confirmed block: its slot, and its blockhash. */
async function readTip(call: Call): Promise<Tip> {
  const { slot, value } = readContext(await call("getLatestBlockhash", [{ commitment: "confirmed" }]));
  return { position: slot, hash: readKey(readRecord(value)["blockhash"]) };
}

/** The newest block up to a slot. Throws if the endpoint does not have it. */
async function readHeader(call: Call, slot: number): Promise<Header> {
  const first = Math.max(0, slot - MOST_SKIPPED);
  const slots = readList(await call("getBlocks", [first, slot, { commitment: "confirmed" }]));
  const last = readWhole(slots.at(-1));
  if (last > slot) throw new Error("the node answered a later block");
  const asked = {
    transactionDetails: "none",
    rewards: false,
    commitment: "confirmed",
    maxSupportedTransactionVersion: NEWEST_VERSION,
  };
  const { blockhash, blockTime } = readRecord(await call("getBlock", [last, asked]));
  return { position: last, hash: readKey(blockhash), time: readTime(blockTime) };
}

/**
 * An address's balance after a final slot: what its newest transaction up to there left, or what the next one found. An
 * account of the System program changes by transactions alone.
 */
async function readBalanceAt(call: Call, address: string, slot: number): Promise<bigint> {
  const { before, after } = await readNearest(call, address, slot);
  const left = before === null ? null : await readBalances(call, before, address);
  if (left !== null) return left.postBase;
  if (after === null) return readBalance(call, address, "finalized");
  const found = await readBalances(call, after, address);
  if (found === null) throw new Error("no transaction beside the slot can be read");
  return found.preBase;
}

/** Null for a transaction of a version that is not known here. */
async function readBalances(call: Call, txHash: string, address: string): Promise<AccountBalances | null> {
  let answer: unknown;
  try {
    answer = await askTransaction(call, txHash, "finalized");
  } catch (error) {
    if (isOfUnknownVersion(error)) return null;
    throw error;
  }
  const balances = parseBalances(answer, txHash, address);
  if (balances === null) throw new Error("a transaction that does not name the address");
  return balances;
}

export async function readBalance(call: Call, address: string, commitment: string): Promise<bigint> {
  return readLamports(readContext(await call("getBalance", [address, { commitment }])).value);
}

/** `missing`: no such account yet. `wallet`: one of the System program, whose key moves its money. `other`: a program's. */
export type AccountKind = "missing" | "wallet" | "other";

export async function readAccountKind(call: Call, address: string): Promise<AccountKind> {
  // No data: a program's account may have megabytes.
  const config = { encoding: "base64", commitment: "confirmed", dataSlice: { offset: 0, length: 0 } };
  const { value } = readContext(await call("getAccountInfo", [address, config]));
  if (value === null) return "missing";
  const { owner, executable } = readRecord(value);
  return readKey(owner) === SYSTEM_PROGRAM && executable === false ? "wallet" : "other";
}

interface AskedOutgoing {
  txHash: string;
  treasuries: ReadonlySet<string>;
  final: number;
}

/**
 * A final transaction by which the treasury sent one transfer, or paid a fee alone, as one endpoint has it. Null where
 * there is none.
 */
async function readOutgoing(
  call: Call,
  { txHash, treasuries, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const transaction = await readTransaction(call, txHash, "finalized");
  if (transaction === null || transaction.slot > final) return null;
  const { accounts, hasFailed, slot, time } = transaction;
  const [payer = ""] = accounts;
  const hasPaid = treasuries.has(payer);
  const sent = listTransfers(transaction).filter(({ from }) => treasuries.has(from));
  if (!hasPaid && (hasFailed || sent.length === 0)) return null;
  if (sent.length > 1) throw new Error("a transaction of several transfers");
  const [transfer] = sent;
  const to = transfer?.to ?? payer;
  const hasMoved = transfer !== undefined && !hasFailed && !treasuries.has(to);
  return {
    txHash,
    to,
    toKey: toAddressKey("Solana", to),
    amountBase: hasMoved ? transfer.amountBase : 0n,
    feeBase: hasPaid ? transaction.feeBase : 0n,
    position: BigInt(slot),
    time,
  };
}
