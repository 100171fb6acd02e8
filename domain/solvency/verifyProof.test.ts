import { expect, test } from "vitest";
import { fromHex, toHex } from "../hex.ts";
import type { ProofLeaf, SolvencyProof } from "./proof.ts";
import type { Statement } from "./statement.ts";
import { joinLevel, NODE_BYTES, readHash, writeLeaf } from "./sumTree.ts";
import { verifyProof } from "./verifyProof.ts";

/** Two people, whose parts stand by position. */
const PARTS = [
  { tgUserId: 7, base: 1 },
  { tgUserId: 9, base: 5 },
  { tgUserId: 7, base: 0 },
  { tgUserId: 9, base: 6 },
  { tgUserId: 9, base: 7 },
  { tgUserId: 7, base: 2 },
  { tgUserId: 9, base: 0 },
  { tgUserId: 7, base: 3 },
];
const nonceOf = (position: number) => `${position}`.repeat(32);
const amountOf = (base: number) => (base === 0 ? "0" : `0.00000${base}`);

const bottom = new Uint8Array(PARTS.length * NODE_BYTES);
for (const [position, { tgUserId, base }] of PARTS.entries()) {
  const bytes = fromHex(nonceOf(position) + base.toString(16).padStart(32, "0"));
  writeLeaf(bottom, position * NODE_BYTES, { tgUserId: BigInt(tgUserId), bytes, at: 0 });
}
const pairs = joinLevel(bottom);
const halves = joinLevel(pairs);
const tree = { hash: toHex(readHash(joinLevel(halves))), sum: "0.000024" };

function proveLeaf(position: number): ProofLeaf {
  const path = [bottom, pairs, halves].flatMap((level, depth) => {
    const beside = (position >> depth) ^ 1;
    return Array.from(level.subarray(beside * NODE_BYTES, (beside + 1) * NODE_BYTES));
  });
  const amount = amountOf(PARTS[position]?.base ?? 0);
  return { position, amount, nonce: nonceOf(position), path: btoa(String.fromCharCode(...path)) };
}

const leaves = [0, 2, 5, 7].map(proveLeaf);
const [first, second, third, fourth] = leaves as [ProofLeaf, ProofLeaf, ProofLeaf, ProofLeaf];
const proof: SolvencyProof = { number: 4, coinType: "tron", tgUserId: 7, leaves };

function stateRoot(root: { hash: string; sum: string } | null | undefined): Statement {
  const coin = { coinType: "tron", ...(root === undefined ? {} : { tree: root }) };
  return { number: 4, coins: [coin] } as unknown as Statement;
}

const statement = stateRoot(tree);

test("four parts that lead to the root are the balance", () => {
  expect(verifyProof(proof, statement, 7)).toEqual({ fault: null, amount: "0.000006" });
  expect(verifyProof(proof, statement, null)).toEqual({ fault: null, amount: "0.000006" });
});

test.each<[string, unknown, string]>([
  ["a swapped amount", { ...proof, leaves: [{ ...first, amount: "0.000002" }, second, third, fourth] }, "root"],
  [
    "two amounts swapped with each other",
    { ...proof, leaves: [{ ...first, amount: "0" }, { ...second, amount: "0.000001" }, third, fourth] },
    "root",
  ],
  ["a negative part", { ...proof, leaves: [{ ...first, amount: "-0.000001" }, second, third, fourth] }, "form"],
  [
    "a part of more than 16 bytes",
    { ...proof, leaves: [{ ...first, amount: `1${"0".repeat(40)}` }, second, third, fourth] },
    "root",
  ],
  ["another nonce", { ...proof, leaves: [{ ...first, nonce: nonceOf(9) }, second, third, fourth] }, "root"],
  ["another position", { ...proof, leaves: [{ ...first, position: 1 }, second, third, fourth] }, "root"],
  ["a position outside of the tree", { ...proof, leaves: [{ ...first, position: 8 }, second, third, fourth] }, "root"],
  ["a missing leaf", { ...proof, leaves: [first, second, third] }, "leaves"],
  ["a leaf that counts twice", { ...proof, leaves: [first, first, third, fourth] }, "leaves"],
  ["a fifth leaf that counts twice", { ...proof, leaves: [...leaves, first] }, "leaves"],
  ["a leaf too many", { ...proof, leaves: [...leaves, proveLeaf(1)] }, "leaves"],
  [
    "a leaf of another height",
    { ...proof, leaves: [{ ...first, path: first.path.slice(64) }, second, third, fourth] },
    "leaves",
  ],
  ["somebody else's leaf", { ...proof, leaves: [proveLeaf(1), second, third, fourth] }, "root"],
  ["somebody else's proof", { ...proof, tgUserId: 9, leaves: [1, 3, 4, 6].map(proveLeaf) }, "person"],
  ["another statement", { ...proof, number: 3 }, "statement"],
  ["another coin", { ...proof, coinType: "eth" }, "statement"],
  ["half a node", { ...proof, leaves: [{ ...first, path: first.path.slice(4) }, second, third, fourth] }, "form"],
  ["a path that is no base64", { ...proof, leaves: [{ ...first, path: "*" }, second, third, fourth] }, "form"],
  ["nothing", null, "form"],
])("finds %s", (_, wrong, fault) => {
  expect(verifyProof(wrong, statement, 7)).toEqual({ fault });
});

test("finds a foreign root, another sum and no tree", () => {
  expect(verifyProof(proof, stateRoot({ ...tree, hash: "0".repeat(64) }), 7)).toEqual({ fault: "root" });
  expect(verifyProof(proof, stateRoot({ ...tree, sum: "0.000023" }), 7)).toEqual({ fault: "root" });
  for (const none of [null, undefined]) expect(verifyProof(proof, stateRoot(none), 7)).toEqual({ fault: "statement" });
});
