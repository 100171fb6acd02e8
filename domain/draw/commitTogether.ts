import { fromHex, toHex } from "../hex.ts";
import type { FairnessRecord } from "./canonicalFairness.ts";
import { hashParts } from "./hashParts.ts";
import { findRoot, hashLeaf } from "./merkleTree.ts";

const SALT = "hongbao.share.1";

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

/** The salt of one share. It says nothing of the salt of the whole draw, which is shown at the end. */
export function saltOfShare(drawSalt: Uint8Array, slot: number): string {
  return toHex(hashParts(SALT, drawSalt, `:${String(slot)}`));
}

/** The leaves of a draw for all, in slot order. */
export function listLeaves({ envelopeId, salt, shares }: FairnessRecord): ShareLeaf[] {
  const drawSalt = fromHex(salt);
  return shares.map((amount, index) => ({
    envelopeId,
    slot: index + 1,
    amount,
    salt: saltOfShare(drawSalt, index + 1),
  }));
}

/** The commitment of a draw for all, in hex: the root of its shares, of which each can be proven without the others. */
export function commitTogether(record: FairnessRecord): string {
  return toHex(findRoot(listLeaves(record).map(hashLeaf)));
}

/** Whether each claimed amount is a share of its own; which is whose, the round says. */
export function areAmong(claimedAmounts: readonly string[], shares: readonly string[]): boolean {
  const left = [...shares];
  return claimedAmounts.every((amount) => {
    const place = left.indexOf(amount);
    left.splice(place, place < 0 ? 0 : 1);
    return place >= 0;
  });
}
