import { type Address, beginCell, type Cell, type Slice } from "@ton/core";
import { readOpcode } from "../ton/values.ts";

/** Of what an owner tells the own jetton wallet, and that tells another one (TEP-74). */
const TRANSFER = 0x0f8a_7ea5;
const INTERNAL_TRANSFER = 0x178d_4519;
const QUERY_ID_BITS = 64;
/** The receiver is notified only where some Gram is forwarded; exchanges wait for that notice. */
const FORWARDED_BASE = 1n;

/** What an owner lets the own jetton wallet send. */
export interface TransferOrder {
  queryId: bigint;
  amountBase: bigint;
  to: Address;
}

/** The body of an order, whose rest of the gas goes back to the owner. */
export function writeTransferOrder(
  { queryId, amountBase, to }: TransferOrder,
  { owner, payload }: { owner: Address; payload: Cell | null },
): Cell {
  return beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(queryId, QUERY_ID_BITS)
    .storeCoins(amountBase)
    .storeAddress(to)
    .storeAddress(owner)
    .storeBit(0)
    .storeCoins(FORWARDED_BASE)
    .storeMaybeRef(payload)
    .endCell();
}

/** Null for any other message, and for one that is not whole. */
export function readTransferOrder(body: Cell): TransferOrder | null {
  if (readOpcode(body) !== TRANSFER) return null;
  try {
    const slice = body.beginParse().skip(32);
    return { queryId: slice.loadUintBig(QUERY_ID_BITS), amountBase: slice.loadCoins(), to: slice.loadAddress() };
  } catch {
    return null;
  }
}

/** What a jetton wallet took in. */
export interface InternalTransfer {
  amountBase: bigint;
  /** The sender's owner; null for what was minted. */
  from: Address | null;
  /** What the sender wrote, or null. */
  payload: Cell | null;
}

/** Null for any other message, and for one that is not whole. */
export function readInternalTransfer(body: Cell): InternalTransfer | null {
  if (readOpcode(body) !== INTERNAL_TRANSFER) return null;
  try {
    const slice = body.beginParse().skip(32 + QUERY_ID_BITS);
    const amountBase = slice.loadCoins();
    const from = slice.loadMaybeAddress();
    slice.loadMaybeAddress();
    slice.loadCoins();
    return { amountBase, from, payload: readPayload(slice) };
  } catch {
    return null;
  }
}

/** It stands in a cell of its own, or in what is left of the message's. */
function readPayload(slice: Slice): Cell | null {
  if (slice.remainingBits === 0) return null;
  return slice.loadBit() ? slice.loadRef() : slice.asCell();
}
