import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromHex, toHex } from "../hex.ts";
import { createPathCheck } from "./checkPaths.ts";
import { saltOfShare, type ShareLeaf } from "./commitTogether.ts";
import { findRoot, hashLeaf, provePath } from "./merkleTree.ts";

const DRAW_SALT = new Uint8Array(32).fill(5);

function leafOf(slot: number): ShareLeaf {
  return { envelopeId: "e1", slot, amount: `0.0${String(slot)}`, salt: saltOfShare(DRAW_SALT, slot) };
}

function leavesOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => hashLeaf(leafOf(index + 1)));
}

function sha256(...parts: (Uint8Array | string)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

test("the formats to the byte", () => {
  const salt = sha256("hongbao.share.1", DRAW_SALT, ":1");
  expect(saltOfShare(DRAW_SALT, 1)).toBe(salt);
  const leaf = sha256(Uint8Array.of(0), `{"amount":"0.01","envelopeId":"e1","salt":"${salt}","slot":1}`);
  expect(toHex(hashLeaf(leafOf(1)))).toBe(leaf);
  const [first, second, third] = leavesOf(3) as [Uint8Array, Uint8Array, Uint8Array];
  expect(toHex(findRoot([first]))).toBe(leaf);
  const pair = sha256(Uint8Array.of(1), first, second);
  expect(toHex(findRoot([first, second]))).toBe(pair);
  expect(toHex(findRoot([first, second, third]))).toBe(sha256(Uint8Array.of(1), fromHex(pair), third));
});

test.each([1, 2, 3, 4, 5, 7, 8, 100])("of %i shares each is proven alone, and as no other", (count) => {
  const leaves = leavesOf(count);
  const root = toHex(findRoot(leaves));
  const shared = createPathCheck(root, count);
  for (const [index, leaf] of leaves.entries()) {
    const slot = index + 1;
    const path = provePath(leaves, slot).map(toHex);
    expect(path.length).toBeLessThanOrEqual(7);
    const lies: [Uint8Array, number, string[]][] = [
      [hashLeaf({ ...leafOf(slot), amount: "9" }), slot, path],
      [hashLeaf({ ...leafOf(slot), envelopeId: "e2" }), slot, path],
      [leaf, slot, [...path, toHex(leaf)]],
      [leaf, 0, path],
      [leaf, count + 1, path],
    ];
    if (count > 1) {
      lies.push([leaf, slot, path.slice(1)], [leaf, slot, path.slice(0, -1)]);
      lies.push([leaf, slot === 1 ? 2 : slot - 1, path]);
      lies.push(...path.map((_, place): [Uint8Array, number, string[]] => [leaf, slot, path.with(place, toHex(leaf))]));
    }
    const first = createPathCheck(root, count);
    for (const lie of lies) expect(first(...lie)).toBe(false);
    // What one path has proven proves no lie, and a lie proves nothing.
    for (const isProven of [first, shared]) {
      expect(isProven(leaf, slot, path)).toBe(true);
      for (const lie of lies) expect(isProven(...lie)).toBe(false);
      expect(isProven(leaf, slot, path)).toBe(true);
    }
  }
});

test("a node is no leaf, and a tree without leaves has no root", () => {
  const [left, right] = leavesOf(2) as [Uint8Array, Uint8Array];
  expect(toHex(findRoot([left, right]))).not.toBe(sha256(Uint8Array.of(0), left, right));
  expect(() => findRoot([])).toThrow(RangeError);
});
