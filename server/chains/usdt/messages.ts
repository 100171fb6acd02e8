import type { Address, Cell, Slice } from "@ton/core";
import { readOpcode } from "../ton/values.ts";

/** Of what one jetton wallet tells another (TEP-74). */
const INTERNAL_TRANSFER = 0x178d_4519;
const QUERY_ID_BITS = 64;

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
