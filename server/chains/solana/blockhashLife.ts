import { readContext } from "./nodeValues.ts";
import { readWhole } from "../nodeAnswers.ts";
import type { Call } from "./pool.ts";

/** Blocks after its own that may hold a transaction with a blockhash. */
const LIFE = 150n;
/** Blocks that nodes may be apart, with room: one counts as healthy up to 128 slots behind the others. */
const MOST_APART = 150n;

export type HeightCommitment = "confirmed" | "finalized";

export async function readHeight(call: Call, commitment: HeightCommitment): Promise<bigint> {
  return BigInt(readWhole(await call("getBlockHeight", [{ commitment }])));
}

/**
 * The block height after which no block holds a transaction with a blockhash that is read now, by the newest heights of
 * several nodes: no node alone can end it early. Null where they are so far apart that one of them must be wrong.
 */
export function findLastHeight(heights: readonly bigint[]): bigint | null {
  const [first] = heights;
  if (first === undefined) return null;
  const highest = heights.reduce((most, height) => (height > most ? height : most), first);
  const lowest = heights.reduce((least, height) => (height < least ? height : least), first);
  return highest - lowest > MOST_APART ? null : highest + LIFE + MOST_APART;
}

/** Whether the next block after the node's newest one of this commitment level may hold a transaction with this blockhash. */
export async function isAlive(call: Call, blockhash: string, commitment: HeightCommitment): Promise<boolean> {
  const { value } = readContext(await call("isBlockhashValid", [blockhash, { commitment }]));
  if (typeof value !== "boolean") throw new Error("an answer that is neither yes nor no");
  return value;
}
