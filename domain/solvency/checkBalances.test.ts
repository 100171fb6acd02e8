import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha256";
import { expect, test } from "vitest";
import { writeCanonicalJson } from "../canonicalJson.ts";
import { fromHex, toHex } from "../hex.ts";
import { checkBalances, type ToldBalances } from "./checkBalances.ts";
import type { ProofLeaf, SolvencyProof } from "./proof.ts";
import type { CoinStatement, Statement } from "./statement.ts";
import { joinLevel, NODE_BYTES, readHash, writeLeaf } from "./sumTree.ts";

const SEED = new Uint8Array(32).fill(3);
const NONCE = "0b".repeat(16);
const PARTS = [1, 2, 3, 4];

/** A tree with the leaves of one person, who has 0.00001 of it. */
const bottom = new Uint8Array(PARTS.length * NODE_BYTES);
for (const [position, base] of PARTS.entries()) {
  const bytes = fromHex(NONCE + base.toString(16).padStart(32, "0"));
  writeLeaf(bottom, position * NODE_BYTES, { tgUserId: 7n, bytes, at: 0 });
}
const pairs = joinLevel(bottom);
const tree = { hash: toHex(readHash(joinLevel(pairs))), sum: "0.00001" };

const leaves = PARTS.map((base, position): ProofLeaf => {
  const path = [bottom, pairs].flatMap((level, depth) => {
    const beside = (position >> depth) ^ 1;
    return Array.from(level.subarray(beside * NODE_BYTES, (beside + 1) * NODE_BYTES));
  });
  return { position, amount: `0.00000${base}`, nonce: NONCE, path: btoa(String.fromCharCode(...path)) };
});
const proof: SolvencyProof = { number: 2, coinType: "tron", tgUserId: 7, leaves };

const COIN: CoinStatement = {
  coinType: "tron",
  network: null,
  treasuryAddress: "T",
  oldTreasuryAddresses: [],
  position: null,
  blockTime: null,
  treasuryBalance: null,
  coldBalance: "0",
  owed: { people: "0.00001", envelopes: "0", orders: "0", payouts: "0", unmatched: "0", fees: "0", total: "0.00001" },
  tree,
};

/** Signed statements of these days, the newest first. */
function publish(...days: (readonly CoinStatement[])[]): Statement[] {
  const statements: Statement[] = [];
  for (const [index, coins] of days.entries()) {
    const day = `2026-11-2${index}`;
    const publicKey = toHex(ed25519.getPublicKey(SEED));
    const previousHash = statements[0]?.hash ?? null;
    const body = { number: index + 1, day, madeAt: `${day}T00:00:00.000Z`, coins, previousHash, publicKey };
    const hash = sha256(new TextEncoder().encode(writeCanonicalJson(body)));
    statements.unshift({ ...body, hash: toHex(hash), signature: toHex(ed25519.sign(hash, SEED)) });
  }
  return statements;
}

const statements = publish([], [COIN]);
const check = (told: Partial<ToldBalances>) =>
  checkBalances({ tgUserId: 7, statements, proofs: [{ coinType: "tron", proof }], ...told });
const MISFIT = { day: null, fits: false, coins: [] };
const forge = (change: Partial<Statement>): Statement[] => statements.map((one) => Object.assign({}, one, change));

test("a balance that is in the newest statement with figures", async () => {
  const found = { day: "2026-11-21", fits: true, coins: [{ coinType: "tron", amount: "0.00001" }] };
  expect(await check({})).toEqual(found);
  expect(await check({ statements: publish([], [COIN], []) })).toEqual(found);
  const held = { ...COIN, position: 1, blockTime: "2026-11-21T00:00:00Z", treasuryBalance: "0" };
  expect(await check({ statements: publish([], [held]) })).toEqual(found);
});

test("a balance that the server has no proof of, and no statement at all", async () => {
  const none = { day: "2026-11-21", fits: true, coins: [{ coinType: "ton", amount: null }] };
  expect(await check({ proofs: [{ coinType: "ton", proof: null }] })).toEqual(none);
  const nothing = { day: null, fits: true, coins: [] };
  const { tree: _, ...rootless } = COIN;
  for (const empty of [[], publish([], []), publish([rootless])])
    expect(await check({ statements: empty, proofs: [{ coinType: "ton", proof: null }] })).toEqual(nothing);
});

test.each<[string, Partial<ToldBalances>]>([
  ["a statement that was changed", { statements: forge({ madeAt: "2026-11-21T00:00:01.000Z" }) }],
  ["a statement that nobody signed", { statements: forge({ signature: "0".repeat(128) }) }],
  ["a statement of another past", { statements: [...publish([], [COIN]).slice(0, 1), ...publish([COIN])] }],
  ["a tree of another sum", { statements: publish([], [{ ...COIN, tree: { ...tree, sum: "0.00002" } }]) }],
  ["another root", { statements: publish([], [{ ...COIN, tree: { ...tree, hash: "0".repeat(64) } }]) }],
  ["no statements", { statements: "none" }],
  ["somebody else's proof", { tgUserId: 8 }],
  ["a proof of another coin", { proofs: [{ coinType: "ton", proof }] }],
  ["a missing leaf", { proofs: [{ coinType: "tron", proof: { ...proof, leaves: leaves.slice(1) } as SolvencyProof }] }],
])("does not fit: %s", async (_, told) => {
  expect(await check(told)).toEqual(MISFIT);
});

test("a proof of a statement that is not there says nothing", async () => {
  await expect(check({ statements: publish([]) })).resolves.toMatchObject({ day: null });
  const other: SolvencyProof = { ...proof, number: 3 };
  await expect(check({ proofs: [{ coinType: "tron", proof: other }] })).rejects.toThrow("statement 3 is not there");
});
