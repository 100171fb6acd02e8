import { toHex } from "../toHex.ts";
import { findRoot, hashLeaf, provePath } from "./merkleTree.ts";

/** All that one round decides, signed before it is spoken: two of these for one round prove fraud. */
export interface DrawRootBody {
  about: "hongbao.root.1";
  /** Hash of the beacon's chain. */
  beacon: string;
  round: number;
  /** Hex of 32 bytes: over the leaves of all draws of this round, in the order of their envelopes' ids. */
  root: string;
  /** How many draws. */
  draws: number;
  /** ISO 8601. */
  madeAt: string;
  keyId: string;
}

export interface DrawRoot extends DrawRootBody {
  /** Ed25519, hex, over the SHA-256 of the canonical JSON of the fields of the body. */
  signature: string;
}

/** One draw under a root. */
export interface DrawLeaf {
  envelopeId: string;
  round: number;
  /** How many are in it. */
  entries: number;
  /** Hex: of its last entry. */
  head: string;
}

/** Where a draw stands under its round's root. */
export interface DrawProof {
  /** From 1. */
  place: number;
  /** Hex, the lowest first. */
  path: string[];
}

/** The root of a round's draws, in hex, and what proves each of them, by envelope. */
export function joinDraws(draws: readonly DrawLeaf[]): { root: string; proofs: ReadonlyMap<string, DrawProof> } {
  const sorted = [...draws].sort((left, right) => (left.envelopeId < right.envelopeId ? -1 : 1));
  const leaves = sorted.map(hashLeaf);
  const proofs = sorted.map(({ envelopeId }, index): [string, DrawProof] => [
    envelopeId,
    { place: index + 1, path: provePath(leaves, index + 1).map(toHex) },
  ]);
  return { root: toHex(findRoot(leaves)), proofs: new Map(proofs) };
}
