import { readContext, readKey } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import { NEWEST_VERSION } from "./readTransaction.ts";
import { readList, readRecord, readTime, readWhole } from "../nodeAnswers.ts";

/** How many slots before a position its block is looked for: some slots have none. */
const MOST_SKIPPED = 500;

/** The newest confirmed block. */
export interface Head {
  slot: number;
  blockhash: string;
  /** The newest slot that is final to the node and deep enough for the server. */
  final: number;
}

export interface Header {
  slot: number;
  blockhash: string;
  time: Date;
}

export async function readHead(call: Call, confirmations: number): Promise<Head> {
  const finalized = readWhole(await call("getSlot", [{ commitment: "finalized" }]));
  const { slot, value } = readContext(await call("getLatestBlockhash", [{ commitment: "confirmed" }]));
  const { blockhash } = readRecord(value);
  return {
    slot,
    blockhash: readKey(blockhash),
    final: Math.max(0, Math.min(finalized, slot - confirmations + 1)),
  };
}

/** The newest block up to a slot. Throws if the endpoint does not have it. */
export async function readHeader(call: Call, slot: number): Promise<Header> {
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
  return { slot: last, blockhash: readKey(blockhash), time: readTime(blockTime) };
}
