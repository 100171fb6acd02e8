import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromHex, toHex } from "../hex.ts";
import { type DrawLeaf, isUnderRoot, joinDraws } from "./drawRoot.ts";
import { hashLeaf, hashPair } from "./merkleTree.ts";

const sha256 = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const drawOf = (envelopeId: string): DrawLeaf => ({
  envelopeId,
  round: 5,
  entries: 2,
  head: sha256(envelopeId).toString("hex"),
});
const pathOf = (draws: readonly DrawLeaf[], { envelopeId }: DrawLeaf) =>
  joinDraws(draws).proofs.get(envelopeId) ?? { path: [] };

test("the formats to the byte", () => {
  // The first bits of their places: 0 and 1, and below 0 once more 0 and 1.
  const [zero, one] = [findEnvelope("00"), findEnvelope("1")].map(drawOf) as [DrawLeaf, DrawLeaf];
  const two = drawOf(findEnvelope("01"));
  const leaf = ({ entries, envelopeId, head, round }: DrawLeaf) =>
    sha256(Uint8Array.of(0), JSON.stringify({ entries, envelopeId, head, round }));
  expect(joinDraws([zero]).root).toBe(leaf(zero).toString("hex"));
  const pair = sha256(Uint8Array.of(1), leaf(zero), leaf(two));
  expect(joinDraws([one, two, zero]).root).toBe(sha256(Uint8Array.of(1), pair, leaf(one)).toString("hex"));
  const deep = sha256(Uint8Array.of(1), leaf(zero), leaf(two));
  expect(joinDraws([zero, two]).root).toBe(sha256(Uint8Array.of(1), deep, new Uint8Array(32)).toString("hex"));
});

/** An id whose place begins with these bits. */
function findEnvelope(bits: string): string {
  for (let number = 0; ; number += 1) {
    const [first = 0] = sha256("hongbao.place.1:", `e${String(number)}`);
    if (first.toString(2).padStart(8, "0").startsWith(bits)) return `e${String(number)}`;
  }
}

test.each([1, 2, 3, 40])("of %i draws each is proven under their root, and as no other", (count) => {
  const draws = Array.from({ length: count }, (_, index) => drawOf(`e${String(index)}`));
  const { root } = joinDraws(draws);
  expect(joinDraws(draws.toReversed()).root).toBe(root);
  for (const draw of draws) {
    const { path } = pathOf(draws, draw);
    expect(isUnderRoot(root, draw, { path })).toBe(true);
    expect(isUnderRoot(root, { ...draw, entries: 3 }, { path })).toBe(false);
    expect(isUnderRoot(root, { ...draw, envelopeId: "x" }, { path })).toBe(false);
    expect(isUnderRoot(root, draw, { path: [...path, root] })).toBe(false);
    expect(isUnderRoot(root, draw, { path: path.slice(1) })).toBe(count === 1);
  }
});

test("who signs cannot put a second list of an envelope under one root", () => {
  const draws = Array.from({ length: 9 }, (_, index) => drawOf(`e${String(index)}`));
  const [own] = draws as [DrawLeaf];
  const other = { ...own, entries: 3 };
  const [first, second] = [hashLeaf(own), hashLeaf(other)].map(toHex) as [string, string];
  expect(() => joinDraws([...draws, other])).toThrow(RangeError);
  const { path } = pathOf(draws, own);
  const whole = joinDraws(draws).root;
  // Both beside each other, anywhere in a tree of whatever form; or one above all others.
  const forged = [
    ...Array.from({ length: path.length + 1 }, (_, depth) => path.slice(path.length - depth)).flatMap((above) =>
      [join(first, second), join(second, first)].flatMap((pair) =>
        listRoots(pair, above).map((root) => ({ root, ofOwn: [second, ...above], ofOther: [first, ...above] })),
      ),
    ),
    ...[join(whole, second), join(second, whole)].map((root) => ({
      root,
      ofOwn: [...path, second],
      ofOther: [whole],
    })),
  ];
  const proven = forged.map(({ root, ofOwn, ofOther }) => [
    isUnderRoot(root, own, { path: ofOwn }),
    isUnderRoot(root, other, { path: ofOther }),
  ]);
  expect(proven).toContainEqual([true, false]);
  expect(proven).toContainEqual([false, true]);
  expect(proven).not.toContainEqual([true, true]);
});

/** What a node comes to with these beside its way up, on whatever side each is. */
function listRoots(node: string, above: readonly string[]): string[] {
  return above.reduce(
    (nodes, sibling) => nodes.flatMap((below) => [join(below, sibling), join(sibling, below)]),
    [node],
  );
}

function join(left: string, right: string): string {
  return toHex(hashPair(fromHex(left), fromHex(right)));
}
