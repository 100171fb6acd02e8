import { hashParts } from "./hashParts.ts";

const RULE = "hongbao.draw.1";

/** What decides a draw: nobody knows it before the round is spoken. */
export function hashSeed(commitment: Uint8Array, signature: Uint8Array): Uint8Array {
  return hashParts(RULE, commitment, signature);
}

/**
 * Which slot each entry gets; null for none. Entries and free slots are each put in an order that only the round decides, and
 * equal ranks meet: neither when somebody entered counts, nor what anybody chooses, once the set is closed.
 *
 * @param commitment the envelope's, 32 bytes
 * @param signature of the round, 48 bytes
 */
export function drawTogether(
  commitment: Uint8Array,
  signature: Uint8Array,
  entryIds: readonly string[],
  freeSlots: readonly number[],
): ReadonlyMap<string, number | null> {
  const seed = hashSeed(commitment, signature);
  const slots = sortByHash(seed, "slot:", freeSlots);
  return new Map(sortByHash(seed, "claim:", entryIds).map((entryId, rank) => [entryId, slots[rank] ?? null]));
}

function sortByHash<Item extends string | number>(seed: Uint8Array, kind: string, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, hash: hashParts(seed, kind, String(item)) }))
    .sort((left, right) => compareBytes(left.hash, right.hash))
    .map(({ item }) => item);
}

/** As their hex would be; no two hashes are alike. */
function compareBytes(left: Uint8Array, right: Uint8Array): number {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  return (left[place] ?? 0) - (right[place] ?? 0);
}
