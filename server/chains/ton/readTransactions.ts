import { Address, loadTransaction, type Transaction } from "@ton/core";
import type { Call } from "./pool.ts";
import { type AccountReading, parseCell, readAccount } from "./readAccount.ts";
import { TonApiError } from "./nodeApi.ts";
import { readBytes } from "./nodeValues.ts";
import { readList, readRecord } from "../nodeAnswers.ts";

const PAGE = 100;

/** A transaction and the masterchain block that committed it. */
export interface PlacedTransaction {
  transaction: Transaction;
  seqno: number;
}

/**
 * All transactions of an account after one block up to another, the oldest first. Each names the hash of the one before,
 * so none can be left out or changed unless the endpoint changes the account's state as well.
 */
export async function readTransactions(
  call: Call,
  address: string,
  { after, upTo }: { after: AccountReading; upTo: AccountReading },
): Promise<PlacedTransaction[]> {
  if (upTo.lastLt === after.lastLt) {
    if (upTo.lastHash !== after.lastHash) throw new Error("two transactions of one logical time");
    return [];
  }
  if (upTo.lastLt < after.lastLt) throw new Error("an account that lost transactions");
  const transactions = await readChain(call, address, { lt: upTo.lastLt, hash: upTo.lastHash, afterLt: after.lastLt });
  return place(call, address, transactions.toReversed(), { after, upTo });
}

interface ChainStart {
  lt: bigint;
  /** In hex. */
  hash: string;
  afterLt: bigint;
}

/** Transactions from the one with this hash back to the first one after `afterLt`. */
async function readChain(call: Call, address: string, start: ChainStart): Promise<Transaction[]> {
  const { afterLt } = start;
  const read: Transaction[] = [];
  let { lt, hash } = start;
  while (lt > afterLt) {
    const page = await readPage(call, { address, lt: String(lt), hash, limit: PAGE, to_lt: String(afterLt) });
    if (page.length === 0) throw new Error("a transaction is left out");
    for (const item of page) {
      if (lt <= afterLt) break;
      const transaction = parseTransaction(item, address);
      const isNext = transaction.lt === lt && transaction.hash().toString("hex") === hash;
      if (!isNext) throw new Error("a transaction that the next one does not name");
      read.push(transaction);
      lt = transaction.prevTransactionLt;
      hash = transaction.prevTransactionHash.toString(16).padStart(64, "0");
    }
  }
  return read;
}

/** Nodes without an archive forget old transactions: then one with an archive is asked for. */
async function readPage(call: Call, asked: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  try {
    return readList(await call("getTransactions", asked));
  } catch (error) {
    if (!(error instanceof TonApiError)) throw error;
    return readList(await call("getTransactions", { ...asked, archival: true }));
  }
}

/** Parses a transaction of an account from its own bytes; nothing else that the node says of it is believed. */
export function parseTransaction(item: unknown, address: string): Transaction {
  const cell = parseCell(readBytes(readRecord(item)["data"]));
  const transaction = loadTransaction(cell.beginParse());
  const account = BigInt(`0x${Address.parse(address).hash.toString("hex")}`);
  if (transaction.address !== account) throw new Error("a transaction of another account");
  return transaction;
}

interface Span {
  after: AccountReading;
  upTo: AccountReading;
}

/** Finds the block of each transaction, by the account's last transaction after the blocks between. */
async function place(
  call: Call,
  address: string,
  transactions: readonly Transaction[],
  { after, upTo }: Span,
): Promise<PlacedTransaction[]> {
  if (transactions.length === 0) return [];
  if (upTo.seqno - after.seqno <= 1) {
    return transactions.map((transaction) => ({ transaction, seqno: upTo.seqno }));
  }
  const middle = await readAccount(call, address, Math.floor((after.seqno + upTo.seqno) / 2));
  const early = transactions.filter(({ lt }) => lt <= middle.lastLt);
  const late = transactions.filter(({ lt }) => lt > middle.lastLt);
  return [
    ...(await place(call, address, early, { after, upTo: middle })),
    ...(await place(call, address, late, { after: middle, upTo })),
  ];
}
