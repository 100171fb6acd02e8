import { Address, type Cell, loadTransaction, type Transaction } from "@ton/core";
import { readList, readRecord, tryParse } from "../nodeAnswers.ts";
import { type AccountReading, readAccount } from "./account.ts";
import { type Call, TonApiError } from "./network.ts";
import { parseCell, readBytes } from "./values.ts";

const PAGE = 100;
/** The first bits of a transaction (TL-B `transaction$0111`). */
const TAG = 0b0111;
/** The first bit of an internal message (TL-B `int_msg_info$0`). */
const INTERNAL = 0;

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

/** Between the blocks are more transactions than were asked for. */
export class TooManyTransactions extends Error {
  constructor() {
    super("too many transactions at a time");
    this.name = "TooManyTransactions";
  }
}

/**
 * The transactions of several accounts after one block up to another, each account's in their order. Rejects with
 * TooManyTransactions where there are clearly more than `most` of an account.
 */
export async function readRange(
  call: Call,
  accounts: readonly Address[],
  { first, last, most }: { first: number; last: number; most: number },
): Promise<FoundTransactions> {
  const placed: PlacedTransaction[] = [];
  const unread: UnreadTransaction[] = [];
  for (const account of accounts) {
    const address = account.toRawString();
    const after = await readAccount(call, address, first);
    const upTo = await readAccount(call, address, last);
    const found = await readTransactions(call, address, { after, upTo, most });
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
  { after, upTo, most = Infinity }: Span & { most?: number },
): Promise<FoundTransactions> {
  if (upTo.lastLt === after.lastLt) {
    if (upTo.lastHash !== after.lastHash) throw new Error("two transactions of one logical time");
    return { placed: [], unread: [] };
  }
  if (upTo.lastLt < after.lastLt) throw new Error("logical time went backwards");
  const items = await readChain(call, address, { lt: upTo.lastLt, hash: upTo.lastHash, afterLt: after.lastLt, most });
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
  most: number;
}

/** Transactions from the one with this hash back to the first one after `afterLt`. */
async function readChain(call: Call, address: string, start: ChainStart): Promise<LinkedTransaction[]> {
  const { afterLt, most } = start;
  const read: LinkedTransaction[] = [];
  let { lt, hash } = start;
  while (lt > afterLt) {
    if (read.length >= most) throw new TooManyTransactions();
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

/** A transaction by its place in the chain of its account's transactions. */
interface LinkedTransaction {
  lt: bigint;
  /** In hex. */
  hash: string;
  before: { lt: bigint; hash: string };
  /** Unread only where a message from another account made it: strangers choose what that holds. */
  content: { kind: "read"; value: Transaction } | { kind: "unread"; reason: string };
}

/**
 * Parses a transaction of an account from its own bytes; nothing else that the node says of it is believed. Its place is
 * read even where the rest cannot be, so one message of a stranger never hides the transactions before it.
 */
export function readLinked(item: unknown, address: string): LinkedTransaction {
  const cell = readCellOf(item);
  const { lt, before } = readPlace(cell, address);
  return { lt, before, hash: cell.hash().toString("hex"), content: readContent(cell) };
}

/** Parses a whole transaction of an account from its own bytes. */
export function parseTransaction(item: unknown, address: string): Transaction {
  const cell = readCellOf(item);
  readPlace(cell, address);
  return loadTransaction(cell.beginParse());
}

function readCellOf(item: unknown): Cell {
  return parseCell(readBytes(readRecord(item)["data"]));
}

function readPlace(cell: Cell, address: string): Pick<LinkedTransaction, "lt" | "before"> {
  const slice = cell.beginParse();
  if (slice.loadUint(4) !== TAG) throw new Error("not a transaction");
  if (!slice.loadBuffer(32).equals(Address.parse(address).hash)) throw new Error("a transaction of another account");
  const lt = slice.loadUintBig(64);
  const hash = slice.loadBuffer(32).toString("hex");
  return { lt, before: { hash, lt: slice.loadUintBig(64) } };
}

function readContent(cell: Cell): LinkedTransaction["content"] {
  const content = tryParse(() => loadTransaction(cell.beginParse()));
  if (content.kind === "unread" && !isFromAccount(cell)) throw new Error(content.reason);
  return content;
}

/** Whether a message of an account made the transaction; what the treasury's own key sent is never set aside. */
function isFromAccount(cell: Cell): boolean {
  const messages = cell.refs[0]?.beginParse();
  if (messages === undefined || !messages.loadBit()) return false;
  const message = messages.loadRef();
  return !message.isExotic && message.bits.length > 0 && Number(message.bits.at(0)) === INTERNAL;
}
