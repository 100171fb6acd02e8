import type { ChainTransfer, UnreadTransaction } from "../chain.ts";
import type { ReadBlock } from "../chainKind.ts";
import { readList, readRecord, tryParse } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";
import { hashRaw, readSpending, type Spending } from "./rawTransaction.ts";
import { type Block, isNothing, readAmount, readBlockNumber, readHash, readHeader, toBase58Address } from "./values.ts";

const SUCCESS = "SUCCESS";

/** The header of the newest block of a node. */
export async function readHead(call: Call): Promise<Block> {
  return readHeader(await call("wallet/getblock", { detail: false }), null);
}

/** The header of the newest solid block of a node: no fork replaces it. */
export async function readSolid(call: Call): Promise<Block> {
  return readHeader(await call("walletsolidity/getblock", { detail: false }), null);
}

/** A transaction of a block. */
export interface BlockTransaction {
  txHash: string;
  spending: Spending | null;
  isSuccess: boolean;
}

/** A block's transactions that name a treasury. */
interface NamedTransactions {
  block: Block;
  transactions: BlockTransaction[];
  unread: UnreadTransaction[];
}

/** Reads one block and its transactions that name a treasury; those whose bytes cannot be parsed are set aside. */
export async function readTransactions(
  call: Call,
  position: number,
  treasuryHexes: ReadonlySet<string>,
): Promise<NamedTransactions> {
  const raw = readRecord(await call("wallet/getblockbynum", { num: position }));
  if (isNothing(raw)) throw new Error("it does not have the block yet");
  const block = readHeader(raw, position);
  // The API leaves empty lists out.
  const listed = readList(raw["transactions"] ?? []).map(readRecord);
  const named = listed.filter(({ raw_data_hex: hex }) => {
    const text = typeof hex === "string" ? hex.toLowerCase() : "";
    return [...treasuryHexes].some((treasuryHex) => text.includes(treasuryHex));
  });
  const transactions: BlockTransaction[] = [];
  const unread: UnreadTransaction[] = [];
  for (const item of named) {
    const { txHash, bytes, isSuccess } = readSigned(item);
    const parsed = tryParse(() => readSpending(bytes));
    if (parsed.kind === "read") transactions.push({ txHash, spending: parsed.value, isSuccess });
    else unread.push({ txHash, position: BigInt(position), reason: parsed.reason });
  }
  return { block, transactions, unread };
}

/** Throws where the signed bytes have another id. */
function readSigned(transaction: Record<string, unknown>): { txHash: string; bytes: Uint8Array; isSuccess: boolean } {
  const txHash = readHash(transaction["txID"]);
  const hex = transaction["raw_data_hex"];
  if (typeof hex !== "string" || !/^([0-9a-f]{2})+$/i.test(hex)) throw new Error("a transaction without its bytes");
  const bytes = Buffer.from(hex, "hex");
  if (hashRaw(bytes) !== txHash) throw new Error("a transaction whose bytes have another id");
  const [result] = readList(transaction["ret"] ?? []);
  return { txHash, bytes, isSuccess: readRecord(result ?? {})["contractRet"] === SUCCESS };
}

/** Reads one block and its transfers to the treasuries. */
export async function readBlock(call: Call, position: number, treasuryHexes: ReadonlySet<string>): Promise<ReadBlock> {
  const { block, transactions, unread } = await readTransactions(call, position, treasuryHexes);
  return { ...block, transfers: transactions.flatMap((item) => readArrival(item, block, treasuryHexes) ?? []), unread };
}

/** The transfer of a transaction by its id; none where it is in no block, or cannot be read. */
export async function findTransfers(
  call: Call,
  txHash: string,
  treasuryHexes: ReadonlySet<string>,
): Promise<readonly ChainTransfer[]> {
  const info = await readInfo(call, txHash);
  if (info === null) return [];
  const raw = readRecord(await call("wallet/gettransactionbyid", { value: txHash }));
  const block = readHeader(
    await call("wallet/getblock", { id_or_num: String(info.position), detail: false }),
    info.position,
  );
  const signed = readSigned(raw);
  if (signed.txHash !== txHash) throw new Error("the node answered another transaction");
  const parsed = tryParse(() => readSpending(signed.bytes));
  const arrival =
    parsed.kind === "unread" ? null : readArrival({ ...signed, spending: parsed.value }, block, treasuryHexes);
  return arrival === null ? [] : [arrival];
}

/** Where a transaction is and what it cost, or null if the endpoint has no block with it. */
export async function readInfo(call: Call, txHash: string): Promise<{ position: number; feeBase: bigint } | null> {
  const info = readRecord(await call("wallet/gettransactioninfobyid", { value: txHash }));
  if (isNothing(info)) return null;
  if (readHash(info["id"]) !== txHash) throw new Error("the node answered another transaction");
  return { position: readBlockNumber(info["blockNumber"]), feeBase: readAmount(info["fee"]) };
}

/** Null unless it is a successful transfer of the coin to a treasury from elsewhere. */
export function readArrival(
  { txHash, spending, isSuccess }: BlockTransaction,
  { position, hash: ref, time }: Block,
  treasuryHexes: ReadonlySet<string>,
): ChainTransfer | null {
  if (spending === null || spending.isCall || !isSuccess) return null;
  const { owner, to, amountBase } = spending;
  if (!treasuryHexes.has(to) || treasuryHexes.has(owner) || amountBase === 0n) return null;
  const block = { position: BigInt(position), ref, time };
  return { txHash, index: 0, from: toBase58Address(owner), amountBase, reference: null, ...block };
}
