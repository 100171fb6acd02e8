import { writeCanonicalJson } from "../canonicalJson.ts";
import { hashParts } from "./hashParts.ts";

/** Hashes of leaves and of nodes never mean the same. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf: of its canonical JSON. */
export function hashLeaf(leaf: object): Uint8Array {
  return hashParts(LEAF, writeCanonicalJson(leaf));
}

/** The root over leaves: pairs are hashed, and the last of an odd number goes up as it is. */
export function findRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [root] = listLevels(leaves).at(-1) ?? [];
  if (root === undefined) throw new RangeError("a tree needs a leaf");
  return root;
}

/**
 * The hashes beside a leaf's way to the root, the lowest first; a level where it goes up alone has none.
 *
 * @param place the leaf's, from 1
 */
export function provePath(leaves: readonly Uint8Array[], place: number): Uint8Array[] {
  return listLevels(leaves).flatMap((level, depth) => level[((place - 1) >> depth) ^ 1] ?? []);
}

/** The node above two others. */
export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hashParts(NODE, left, right);
}

function listLevels(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = below.flatMap((left, index) => {
      const right = below[index + 1];
      if (index % 2 === 1) return [];
      return [right === undefined ? left : hashPair(left, right)];
    });
  }
  return levels;
}
