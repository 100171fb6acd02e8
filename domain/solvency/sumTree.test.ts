import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "../hex.ts";
import { climb, joinLevel, NODE_BYTES, readHash, readSumOf, writeLeaf, writeSum } from "./sumTree.ts";

const NONCE = new Uint8Array(16).fill(7);

function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

function leafOf(base: bigint, tgUserId = 2n): Uint8Array {
  const node = new Uint8Array(NODE_BYTES);
  const bytes = Uint8Array.of(...NONCE, ...new Uint8Array(16));
  writeSum(new DataView(bytes.buffer), NONCE.length, base);
  writeLeaf(node, 0, { tgUserId, bytes, at: 0 });
  return node;
}

function join(...nodes: Uint8Array[]): Uint8Array {
  return joinLevel(Uint8Array.from(nodes.flatMap((node) => Array.from(node))));
}

const at = (level: Uint8Array, index: number) => level.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES);

test("the formats to the byte", () => {
  const person = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2);
  const sum = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5);
  const base = 2n ** 64n + 5n;
  const leaf = leafOf(base, 258n);
  expect(toHex(leaf)).toBe(toHex(sha256(Uint8Array.of(0), person, NONCE, sum)) + toHex(sum));
  const double = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 10);
  expect(toHex(join(leaf, leaf))).toBe(toHex(sha256(Uint8Array.of(1), leaf, leaf)) + toHex(double));
  const empty = new Uint8Array(NODE_BYTES);
  expect(toHex(join(leaf))).toBe(toHex(sha256(Uint8Array.of(1), leaf, empty)) + toHex(sum));
});

test.each([1, 2, 3, 4, 5, 8, 13])("of %i leaves each leads to the root, and to the sum of all", (count) => {
  const leaves = Array.from({ length: count }, (_, index) => leafOf(BigInt(index + 1)));
  const levels = [Uint8Array.from(leaves.flatMap((leaf) => Array.from(leaf)))];
  for (let level = levels[0]; level !== undefined && level.length > NODE_BYTES;)
    levels.push((level = joinLevel(level)));
  const root = levels.at(-1) ?? new Uint8Array();
  expect(readSumOf(root)).toBe(BigInt((count * (count + 1)) / 2));
  for (const [position, leaf] of leaves.entries()) {
    const path = levels.slice(0, -1).map((level, depth) => {
      const beside = at(level, (position >> depth) ^ 1);
      return beside.length > 0 ? beside : new Uint8Array(NODE_BYTES);
    });
    const lead = (from: Uint8Array, place = position, by = path) => {
      const top = climb(from, place, by);
      return top === null ? null : toHex(top);
    };
    expect(lead(leaf)).toBe(toHex(root));
    expect(lead(leafOf(BigInt(position + 2)))).not.toBe(toHex(root));
    expect(lead(leafOf(BigInt(position + 1), 3n))).not.toBe(toHex(root));
    expect(lead(leaf, position + 2 ** path.length)).toBeNull();
    if (count === 1) continue;
    expect(lead(leaf, position ^ 1)).not.toBe(toHex(root));
  }
});

test("both sums are bound, not only what they come to", () => {
  const root = join(leafOf(3n), leafOf(4n));
  const moved = join(leafOf(2n), leafOf(5n));
  expect(readSumOf(moved)).toBe(readSumOf(root));
  expect(toHex(readHash(moved))).not.toBe(toHex(readHash(root)));
});

test("a sum has no sign, and never runs over", () => {
  expect(() => leafOf(-1n)).toThrow(RangeError);
  expect(() => leafOf(2n ** 128n)).toThrow(RangeError);
  const most = leafOf(2n ** 128n - 1n);
  expect(readSumOf(join(most, leafOf(0n)))).toBe(2n ** 128n - 1n);
  expect(() => join(most, leafOf(1n))).toThrow("more than 16 bytes");
});
