import type { Block } from "../blockScanner.ts";
import type { ChainTransfer, UnreadTransaction } from "../chain.ts";
import { toBase58Address } from "./address.ts";
import type { Call } from "./pool.ts";
import { hashRaw, readSpending, type Spending } from "./rawTransaction.ts";
import { type Header, isNothing, readHash, readHeader } from "./nodeValues.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import { tryParse } from "../setAside.ts";

const SUCCESS = "SUCCESS";

/** The header of the newest block of a node. */
export async function readHead(call: Call): Promise<Header> {
  return readHeader(await call("wallet/getblock", { detail: false }));
}

/** The header of the newest solid block of a node: no fork replaces it. */
export async function readSolid(call: Call): Promise<Header> {
  return readHeader(await call("walletsolidity/getblock", { detail: false }));
}

/** The header of the block at that number, or null where the chain is shorter. */
export async function findHeader(call: Call, blockNumber: number): Promise<Header | null> {
  const answer = await call("wallet/getblock", { id_or_num: String(blockNumber), detail: false });
  if (isNothing(answer)) return null;
  const header = readHeader(answer);
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  return header;
}

export async function readNumberedHeader(call: Call, blockNumber: number): Promise<Header> {
  const header = await findHeader(call, blockNumber);
  if (header === null) throw new Error("it does not have the block yet");
  return header;
}

/** A transaction of a block. */
export interface BlockTransaction {
  txHash: string;
  spending: Spending | null;
  isSuccess: boolean;
}

/** A block's transactions that name a treasury. */
interface NamedTransactions {
  header: Header;
  transactions: BlockTransaction[];
  unread: UnreadTransaction[];
}

/** Reads one block and its transactions that name a treasury; those whose bytes cannot be parsed are set aside. */
export async function readTransactions(
  call: Call,
  blockNumber: number,
  treasuryHexes: ReadonlySet<string>,
): Promise<NamedTransactions> {
  const raw = readRecord(await call("wallet/getblockbynum", { num: blockNumber }));
  if (isNothing(raw)) throw new Error("it does not have the block yet");
  const header = readHeader(raw);
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  // The API leaves empty lists out.
  const listed = readList(raw["transactions"] ?? []).map(readRecord);
  const named = listed.filter(({ raw_data_hex: hex }) => {
    const text = String(hex).toLowerCase();
    return [...treasuryHexes].some((treasuryHex) => text.includes(treasuryHex));
  });
  const transactions: BlockTransaction[] = [];
  const unread: UnreadTransaction[] = [];
  for (const item of named) {
    const { txHash, raw, isSuccess } = readSigned(item);
    const parsed = tryParse(() => readSpending(raw));
    if (parsed.kind === "read") transactions.push({ txHash, spending: parsed.value, isSuccess });
    else unread.push({ txHash, position: BigInt(blockNumber), reason: parsed.reason });
  }
  return { header, transactions, unread };
}

/** Throws where the signed bytes have another id. */
function readSigned(transaction: Record<string, unknown>): { txHash: string; raw: Uint8Array; isSuccess: boolean } {
  const txHash = readHash(transaction["txID"]);
  const hex = transaction["raw_data_hex"];
  if (typeof hex !== "string" || !/^([0-9a-f]{2})+$/i.test(hex)) throw new Error("a transaction without its bytes");
  const raw = Buffer.from(hex, "hex");
  if (hashRaw(raw) !== txHash) throw new Error("a transaction whose bytes have another id");
  const [result] = readList(transaction["ret"] ?? []);
  return { txHash, raw, isSuccess: readRecord(result ?? {})["contractRet"] === SUCCESS };
}

/** Reads one block and its transfers to the treasuries from one endpoint. */
export async function readBlock(call: Call, blockNumber: number, treasuryHexes: ReadonlySet<string>): Promise<Block> {
  const { header, transactions, unread } = await readTransactions(call, blockNumber, treasuryHexes);
  return {
    ...header,
    transfers: transactions.flatMap((item) => readArrival(item, header, treasuryHexes) ?? []),
    unread,
  };
}

/** Null unless it is a successful transfer of the coin to a treasury from elsewhere. */
export function readArrival(
  { txHash, spending, isSuccess }: BlockTransaction,
  { number, hash, time }: Header,
  treasuryHexes: ReadonlySet<string>,
): ChainTransfer | null {
  if (spending === null || spending.isCall || !isSuccess) return null;
  const { owner, to, amountBase } = spending;
  if (!treasuryHexes.has(to) || treasuryHexes.has(owner) || amountBase === 0n) return null;
  const block = { position: BigInt(number), ref: hash, time };
  return { txHash, index: 0, from: toBase58Address(owner), amountBase, reference: null, ...block };
}
