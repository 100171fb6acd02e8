import { setImmediate as giveWay } from "node:timers/promises";
import { LEAVES_EACH } from "#domain/solvency/proof.ts";
import { NONCE_BYTES, readSum, SUM_BYTES, writeSum } from "#domain/solvency/sumTree.ts";
import type { Random } from "#server/random.ts";
import type { Balances } from "./balances.ts";

/** Of one leaf: position, nonce and part. */
const LEAF_BYTES = 4 + NONCE_BYTES + SUM_BYTES;
/** Of one person. */
export const PERSON_BYTES = LEAVES_EACH * LEAF_BYTES;

/** The leaves of everybody, in an order that tells nothing. */
export interface Leaves {
  tgUserIds: BigInt64Array;
  /** What each person keeps, in the order of the people: `PERSON_BYTES` each. */
  kept: Uint8Array;
  /** By position: which leaf of `kept` is there. */
  order: Uint32Array;
}

/** Where nonce and part begin of a leaf of `kept`. */
export function findSecret(leaf: number): number {
  return leaf * LEAF_BYTES + 4;
}

/** One leaf of what a person keeps. */
export function readLeaf(kept: Uint8Array, leaf: number) {
  const at = findSecret(leaf);
  const numbers = new DataView(kept.buffer, kept.byteOffset, kept.length);
  return {
    position: numbers.getUint32(at - 4),
    nonce: kept.subarray(at, at + NONCE_BYTES),
    partBase: readSum(numbers, at + NONCE_BYTES),
  };
}

/** What is done before others have their turn: some milliseconds. */
const STINT = 4_096;
const CUTS = LEAVES_EACH - 1;
const CUT_BYTES = 16;
const PERSON_CHANCE_BYTES = LEAVES_EACH * NONCE_BYTES + CUTS * CUT_BYTES;

/** Splits each balance into random parts with a nonce each, and gives all parts a random order. */
export async function splitBalances({ tgUserIds, sums }: Balances, random: Random): Promise<Leaves> {
  const people = tgUserIds.length;
  const order = await shuffle(people * LEAVES_EACH, random);
  const kept = new Uint8Array(people * PERSON_BYTES);
  const keptNumbers = new DataView(kept.buffer);
  for (let position = 0; position < order.length; position += 1) {
    if (position % (16 * STINT) === 0) await giveWay();
    keptNumbers.setUint32((order[position] ?? 0) * LEAF_BYTES, position);
  }
  for (let start = 0; start < people; start += STINT) {
    await giveWay();
    const stint = Math.min(STINT, people - start);
    const chance = random.bytes(stint * PERSON_CHANCE_BYTES);
    const numbers = new DataView(chance.buffer, chance.byteOffset);
    for (let index = 0; index < stint; index += 1) {
      const own = index * PERSON_CHANCE_BYTES;
      const person = start + index;
      const parts = split(readSum(sums, person * SUM_BYTES), numbers, own + LEAVES_EACH * NONCE_BYTES);
      for (const [leaf, part] of parts.entries()) {
        const at = findSecret(person * LEAVES_EACH + leaf);
        kept.set(chance.subarray(own + leaf * NONCE_BYTES, own + (leaf + 1) * NONCE_BYTES), at);
        writeSum(keptNumbers, at + NONCE_BYTES, part);
      }
    }
  }
  return { tgUserIds, kept, order };
}

/** The parts between cuts at random places, for which `chance` has 16 bytes each from `at` on. */
function split(balance: bigint, chance: DataView, at: number): bigint[] {
  const cuts = Array.from(
    { length: CUTS },
    (_, cut) => (readSum(chance, at + cut * CUT_BYTES) * (balance + 1n)) >> 128n,
  );
  cuts.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return [...cuts, balance].map((cut, index) => cut - (cuts[index - 1] ?? 0n));
}

/** The numbers below `count`, each order as likely as any other. */
async function shuffle(count: number, random: Random): Promise<Uint32Array> {
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) order[index] = index;
  for (let end = count; end > 1;) {
    await giveWay();
    const stint = Math.min(STINT, end - 1);
    const chance = random.bytes(stint * 8);
    const numbers = new DataView(chance.buffer, chance.byteOffset);
    for (let index = 0; index < stint; index += 1, end -= 1) {
      const chosen = Math.floor((Number(numbers.getBigUint64(index * 8) >> 11n) / 2 ** 53) * end);
      const last = order[end - 1] ?? 0;
      order[end - 1] = order[chosen] ?? 0;
      order[chosen] = last;
    }
  }
  return order;
}
