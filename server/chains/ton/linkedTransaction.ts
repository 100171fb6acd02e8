import { Address, type Cell, loadTransaction, type Transaction } from "@ton/core";
import { readBytes } from "./nodeValues.ts";
import { parseCell } from "./readAccount.ts";
import { readRecord } from "../nodeAnswers.ts";
import { tryParse } from "../setAside.ts";

/** The first bits of a transaction (TL-B `transaction$0111`). */
const TAG = 0b0111;
/** The first bit of an internal message (TL-B `int_msg_info$0`). */
const INTERNAL = 0;

/** A transaction by its place in the chain of its account's transactions. */
export interface LinkedTransaction {
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
