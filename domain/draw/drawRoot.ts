import { fromHex, toHex } from "../hex.ts";
import { hashParts } from "./hashParts.ts";
import { hashLeaf, hashPair } from "./merkleTree.ts";

/** All that one round decides, signed before it is spoken: two of these for one round prove fraud. */
export interface DrawRootBody {
  about: "hongbao.root.1";
  /** Hash of the beacon's chain. */
  beacon: string;
  round: number;
  /** Hex of 32 bytes: over all draws of this round, of which each envelope has one at most. */
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

/** What leads from a draw to its round's root. */
export interface DrawProof {
  /** Hex, the lowest first. */
  path: string[];
}

/** No hash is this: below it is no draw. */
const EMPTY = new Uint8Array(32);

/** An envelope's way down from the root, a bit a level: 0 goes left. */
function hashPlace(envelopeId: string): Uint8Array {
  return hashParts("hongbao.place.1:", envelopeId);
}

function goesRight(place: Uint8Array, depth: number): boolean {
  return (((place[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1) === 1;
}

/**
 * Whether a draw is under a root. Its envelope alone decides the way to it, so there is no place for a second draw of the
 * envelope: else who signs could put several lists under one root, and show the one that suits once the beacon has spoken.
 *
 * @param root hex
 */
export function isUnderRoot(root: string, draw: DrawLeaf, { path }: DrawProof): boolean {
  const place = hashPlace(draw.envelopeId);
  const top = path.reduce((node, sibling, index) => {
    const beside = fromHex(sibling);
    return goesRight(place, path.length - 1 - index) ? hashPair(beside, node) : hashPair(node, beside);
  }, hashLeaf(draw));
  return path.length <= 8 * place.length && toHex(top) === root;
}

interface Placed {
  place: Uint8Array;
  hash: Uint8Array;
  /** Grows from below. */
  path: string[];
}

/**
 * The root of a round's draws, in hex, and what proves each of them, by envelope.
 * @throws RangeError where an envelope has two
 */
export function joinDraws(draws: readonly DrawLeaf[]): { root: string; proofs: ReadonlyMap<string, DrawProof> } {
  const placed = new Map(
    draws.map((draw): [string, Placed] => [
      draw.envelopeId,
      { place: hashPlace(draw.envelopeId), hash: hashLeaf(draw), path: [] },
    ]),
  );
  if (placed.size < draws.length) throw new RangeError("an envelope has one draw a round");
  const root = toHex(joinBelow([...placed.values()], 0));
  return { root, proofs: new Map([...placed].map(([envelopeId, { path }]) => [envelopeId, { path }])) };
}

/** A draw goes up as it is until another one shares its way. */
function joinBelow(placed: readonly Placed[], depth: number): Uint8Array {
  const [only, second] = placed;
  if (only === undefined) return EMPTY;
  if (second === undefined) return only.hash;
  const isRight = ({ place }: Placed) => goesRight(place, depth);
  const [lefts, rights] = [placed.filter((one) => !isRight(one)), placed.filter(isRight)];
  const [left, right] = [joinBelow(lefts, depth + 1), joinBelow(rights, depth + 1)];
  for (const { path } of lefts) path.push(toHex(right));
  for (const { path } of rights) path.push(toHex(left));
  return hashPair(left, right);
}
