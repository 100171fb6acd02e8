import { Cell, type StateInit } from "@ton/core";
import type { Call } from "./pool.ts";
import { readBytes, readHash, readQuantity } from "./nodeValues.ts";
import { readRecord, readWhole } from "../nodeAnswers.ts";

/** An account as it is after a masterchain block. */
export interface AccountReading {
  /** The block. */
  seqno: number;
  balanceBase: bigint;
  status: "active" | "uninitialized" | "frozen";
  /** Code and data of an active account, as far as they can be read. */
  state: StateInit;
  /** Logical time of its last transaction; 0 before the first one. */
  lastLt: bigint;
  /** Hash of its last transaction, in hex. */
  lastHash: string;
}

/** The account after the block with this number, or after the newest one. Throws where the node has no such state. */
export async function readAccount(call: Call, address: string, seqno: number | null): Promise<AccountReading> {
  const asked = seqno === null ? { address } : { address, seqno };
  const answer = readRecord(await call("getAddressInformation", asked));
  const last = readRecord(answer["last_transaction_id"]);
  const reading: AccountReading = {
    seqno: readWhole(readRecord(answer["block_id"])["seqno"]),
    balanceBase: readBalance(answer["balance"]),
    status: readStatus(answer["state"]),
    state: { code: readCell(answer["code"]), data: readCell(answer["data"]) },
    lastLt: readQuantity(last["lt"]),
    lastHash: readHash(last["hash"]),
  };
  if (seqno !== null && reading.seqno !== seqno) throw new Error("the node answered the state after another block");
  return reading;
}

/** An account that never was has a balance of -1 at some nodes. */
function readBalance(value: unknown): bigint {
  return value === "-1" || value === -1 ? 0n : readQuantity(value);
}

function readStatus(value: unknown): AccountReading["status"] {
  if (value === "active" || value === "uninitialized" || value === "frozen") return value;
  throw new Error("an account in an unknown state");
}

/** Null for none, and for one that cannot be read: whoever deploys an account chooses what it holds. */
function readCell(value: unknown): Cell | null {
  const bytes = readBytes(value);
  try {
    return bytes.length === 0 ? null : parseCell(bytes);
  } catch {
    return null;
  }
}

export function parseCell(bytes: Buffer): Cell {
  const [cell, ...others] = Cell.fromBoc(bytes);
  if (cell === undefined || others.length > 0) throw new Error("not one cell");
  return cell;
}
