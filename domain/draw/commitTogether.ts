import { fromHex } from "../fromHex.ts";
import { toHex } from "../toHex.ts";
import type { FairnessRecord } from "./canonicalFairness.ts";
import { findRoot, hashLeaf, saltOfShare } from "./shareTree.ts";

/** The commitment of a draw for all, in hex: the root of its shares, of which each can be proven without the others. */
export function commitTogether({ envelopeId, salt, shares }: FairnessRecord): string {
  const drawSalt = fromHex(salt);
  const leaves = shares.map((amount, index) => {
    const slot = index + 1;
    return hashLeaf({ envelopeId, slot, amount, salt: saltOfShare(drawSalt, slot) });
  });
  return toHex(findRoot(leaves));
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
