import { writeCanonicalJson } from "../canonicalJson.ts";
import { toHex } from "../toHex.ts";
import { hashParts } from "./hashParts.ts";

/** One share as it is committed to. `salt` hides the amount of a leaf whose hash is known; each leaf has its own. */
export interface ShareLeaf {
  envelopeId: string;
  /** From 1. */
  slot: number;
  /** Whole-coin decimal. */
  amount: string;
  /** Hex of 32 bytes. */
  salt: string;
}

/** Hashes of leaves and of nodes never mean the same. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const SALT = "hongbao.share.1";

/** The salt of one share. It says nothing of the salt of the whole draw, which is shown at the end. */
export function saltOfShare(drawSalt: Uint8Array, slot: number): string {
  return toHex(hashParts(SALT, drawSalt, `:${String(slot)}`));
}

export function hashLeaf({ envelopeId, slot, amount, salt }: ShareLeaf): Uint8Array {
  return hashParts(LEAF, writeCanonicalJson({ envelopeId, slot, amount, salt }));
}

/** The commitment to shares: pairs are hashed, and the last of an odd number goes up as it is. */
export function findRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [root] = listLevels(leaves).at(-1) ?? [];
  if (root === undefined) throw new RangeError("a tree needs a leaf");
  return root;
}

/** The hashes beside a leaf's way to the root, the lowest first; a level where it goes up alone has none. */
export function provePath(leaves: readonly Uint8Array[], slot: number): Uint8Array[] {
  return listLevels(leaves).flatMap((level, depth) => level[((slot - 1) >> depth) ^ 1] ?? []);
}

/**
 * The root that a leaf and its path lead to; null where the path is too short or too long.
 *
 * @param count of all leaves
 */
export function climbPath(
  leaf: Uint8Array,
  slot: number,
  count: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  const rest = [...path];
  let node = leaf;
  for (let index = slot - 1, width = count; width > 1; index >>= 1, width = Math.ceil(width / 2)) {
    if ((index ^ 1) >= width) continue;
    const sibling = rest.shift();
    if (sibling === undefined) return null;
    node = index % 2 === 0 ? hashParts(NODE, node, sibling) : hashParts(NODE, sibling, node);
  }
  return rest.length === 0 ? node : null;
}

function listLevels(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = below.flatMap((left, index) => {
      const right = below[index + 1];
      if (index % 2 === 1) return [];
      return [right === undefined ? left : hashParts(NODE, left, right)];
    });
  }
  return levels;
}
