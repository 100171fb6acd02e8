import { sha256 } from "@noble/hashes/sha256";

const HASH_BYTES = 32;
/** Unsigned, the highest byte first. */
export const SUM_BYTES = 16;
export const NONCE_BYTES = 16;
/** A node is a hash and the sum of all that is below it. */
export const NODE_BYTES = HASH_BYTES + SUM_BYTES;
/** Beside the last node of a level with an odd number of them. */
const EMPTY_NODE = new Uint8Array(NODE_BYTES);

const PERSON_BYTES = 8;

/** Hashes of leaves and of nodes never mean the same. */
const LEAF = 0;
const NODE = 1;
const MOST = (1n << 128n) - 1n;

/** Writes the SHA-256 of a message to its place among other bytes. */
export type WriteHash = (message: Uint8Array, bytes: Uint8Array, place: number) => void;

const writeHash: WriteHash = (message, bytes, place) => bytes.set(sha256(message), place);

/** A part of a person's balance. Without the nonce nobody can tell whose a leaf is. */
export interface SumLeaf {
  tgUserId: bigint;
  /** Bytes that have nonce and part, one after the other, from `at` on. */
  bytes: Uint8Array;
  at: number;
}

// Made once, since millions are hashed in a row; each is used up before anything else can write to it.
const leafMessage = Uint8Array.of(LEAF, ...new Uint8Array(PERSON_BYTES + NONCE_BYTES + SUM_BYTES));
const leafNumbers = new DataView(leafMessage.buffer);
const nodeMessage = Uint8Array.of(NODE, ...new Uint8Array(2 * NODE_BYTES));

/** Writes the node of a leaf to its place among others: its hash covers person, nonce and part. */
export function writeLeaf(
  nodes: Uint8Array,
  place: number,
  { tgUserId, bytes, at }: SumLeaf,
  write: WriteHash = writeHash,
): void {
  leafNumbers.setBigUint64(1, tgUserId);
  copyBytes(bytes, at, leafMessage, 1 + PERSON_BYTES, NONCE_BYTES + SUM_BYTES);
  write(leafMessage, nodes, place);
  copyBytes(bytes, at + NONCE_BYTES, nodes, place + HASH_BYTES, SUM_BYTES);
}

/**
 * The nodes above those of a level, or of an even part of it, which stand one after the other.
 * @throws RangeError where a sum has more than 16 bytes
 */
export function joinLevel(nodes: Uint8Array, write: WriteHash = writeHash): Uint8Array<ArrayBuffer> {
  const isOdd = (nodes.length / NODE_BYTES) % 2 === 1;
  const pairs = isOdd ? concatenate(nodes, EMPTY_NODE) : nodes;
  const above = new Uint8Array(pairs.length / 2);
  for (let at = 0; at < above.length; at += NODE_BYTES) {
    const left = 2 * at;
    const right = left + NODE_BYTES;
    copyBytes(pairs, left, nodeMessage, 1, 2 * NODE_BYTES);
    write(nodeMessage, above, at);
    let carry = 0;
    for (let byte = NODE_BYTES - 1; byte >= HASH_BYTES; byte -= 1) {
      const sum = (pairs[left + byte] ?? 0) + (pairs[right + byte] ?? 0) + carry;
      above[at + byte] = sum;
      carry = sum >> 8;
    }
    if (carry > 0) throw new RangeError("a sum has more than 16 bytes");
  }
  return above;
}

/**
 * The root that a leaf's node leads to by the nodes beside its way, the lowest first; null where the path has no such
 * position.
 * @param position from 0
 * @throws RangeError as `joinLevel`
 */
export function climb(leaf: Uint8Array, position: number, path: readonly Uint8Array[]): Uint8Array | null {
  if (!Number.isSafeInteger(position) || position < 0 || position >= 2 ** path.length) return null;
  return path.reduce((node, beside, level) => {
    const isLeft = Math.floor(position / 2 ** level) % 2 === 0;
    return joinLevel(isLeft ? concatenate(node, beside) : concatenate(beside, node));
  }, leaf);
}

export function readHash(node: Uint8Array): Uint8Array {
  return node.subarray(0, HASH_BYTES);
}

export function readSumOf(node: Uint8Array): bigint {
  return readSum(new DataView(node.buffer, node.byteOffset, NODE_BYTES), HASH_BYTES);
}

export function readSum(numbers: DataView, at: number): bigint {
  return (numbers.getBigUint64(at) << 64n) | numbers.getBigUint64(at + 8);
}

/** @throws RangeError for what is negative or has more than 16 bytes */
export function writeSum(numbers: DataView, at: number, base: bigint): void {
  if (base < 0n || base > MOST) throw new RangeError("a sum is unsigned and has 16 bytes");
  numbers.setBigUint64(at, base >> 64n);
  numbers.setBigUint64(at + 8, BigInt.asUintN(64, base));
}

/** For few bytes quicker than `set` with a `subarray`, which makes an object. */
function copyBytes(from: Uint8Array, at: number, to: Uint8Array, place: number, count: number): void {
  for (let byte = 0; byte < count; byte += 1) to[place + byte] = from[at + byte] ?? 0;
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
