import type { Address, Transaction } from "@ton/core";
import type { Call } from "./pool.ts";
import { type LinkedTransaction, readLinked } from "./linkedTransaction.ts";
import { type AccountReading, readAccount } from "./readAccount.ts";
import { TonApiError } from "./nodeApi.ts";
import { readList } from "../nodeAnswers.ts";

const PAGE = 100;

/** A transaction and the masterchain block that committed it. */
export interface PlacedTransaction {
  transaction: Transaction;
  seqno: number;
}

/** The transactions of an account, and those of its blocks that a stranger's message makes unreadable. */
export interface FoundTransactions {
  placed: readonly PlacedTransaction[];
  unread: readonly UnreadTransaction[];
}

export interface UnreadTransaction {
  /** In hex. */
  hash: string;
  seqno: number;
  reason: string;
}

/** The transactions of several accounts after one block up to another, each account's in their order. */
export async function readRange(
  call: Call,
  accounts: readonly Address[],
  { first, last }: { first: number; last: number },
): Promise<FoundTransactions> {
  const placed: PlacedTransaction[] = [];
  const unread: UnreadTransaction[] = [];
  for (const account of accounts) {
    const address = account.toRawString();
    const after = await readAccount(call, address, first);
    const upTo = await readAccount(call, address, last);
    const found = await readTransactions(call, address, { after, upTo });
    placed.push(...found.placed);
    unread.push(...found.unread);
  }
  return { placed, unread };
}

/**
 * All transactions of an account after one block up to another, the oldest first. Each names the hash of the one before,
 * so none can be left out or changed unless the endpoint changes the account's state as well.
 */
export async function readTransactions(
  call: Call,
  address: string,
  { after, upTo }: { after: AccountReading; upTo: AccountReading },
): Promise<FoundTransactions> {
  if (upTo.lastLt === after.lastLt) {
    if (upTo.lastHash !== after.lastHash) throw new Error("two transactions of one logical time");
    return { placed: [], unread: [] };
  }
  if (upTo.lastLt < after.lastLt) throw new Error("an account that lost transactions");
  const items = await readChain(call, address, { lt: upTo.lastLt, hash: upTo.lastHash, afterLt: after.lastLt });
  const placed = await place(call, address, items.toReversed(), { after, upTo });
  return {
    placed: placed.flatMap(({ item: { content }, seqno }) =>
      content.kind === "read" ? [{ transaction: content.value, seqno }] : [],
    ),
    unread: placed.flatMap(({ item: { content, hash }, seqno }) =>
      content.kind === "unread" ? [{ hash, seqno, reason: content.reason }] : [],
    ),
  };
}

interface ChainStart {
  lt: bigint;
  /** In hex. */
  hash: string;
  afterLt: bigint;
}

/** Transactions from the one with this hash back to the first one after `afterLt`. */
async function readChain(call: Call, address: string, start: ChainStart): Promise<LinkedTransaction[]> {
  const { afterLt } = start;
  const read: LinkedTransaction[] = [];
  let { lt, hash } = start;
  while (lt > afterLt) {
    const page = await readPage(call, { address, lt: String(lt), hash, limit: PAGE, to_lt: String(afterLt) });
    if (page.length === 0) throw new Error("a transaction is left out");
    for (const item of page) {
      if (lt <= afterLt) break;
      const linked = readLinked(item, address);
      if (linked.lt !== lt || linked.hash !== hash) throw new Error("a transaction that the next one does not name");
      read.push(linked);
      ({ lt, hash } = linked.before);
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

interface Span {
  after: AccountReading;
  upTo: AccountReading;
}

interface Placed {
  item: LinkedTransaction;
  seqno: number;
}

/** Finds the block of each transaction, by the account's last transaction after the blocks between. */
async function place(
  call: Call,
  address: string,
  items: readonly LinkedTransaction[],
  { after, upTo }: Span,
): Promise<Placed[]> {
  if (items.length === 0) return [];
  if (upTo.seqno - after.seqno <= 1) return items.map((item) => ({ item, seqno: upTo.seqno }));
  const middle = await readAccount(call, address, Math.floor((after.seqno + upTo.seqno) / 2));
  const early = items.filter(({ lt }) => lt <= middle.lastLt);
  const late = items.filter(({ lt }) => lt > middle.lastLt);
  return [
    ...(await place(call, address, early, { after, upTo: middle })),
    ...(await place(call, address, late, { after: middle, upTo })),
  ];
}
