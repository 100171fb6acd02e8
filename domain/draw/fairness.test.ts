import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalFairness } from "./canonicalFairness.ts";
import { commitTogether } from "./commitTogether.ts";
import { verifyFairness, type FairnessEvidence } from "./verifyFairness.ts";

const REVEALED = { envelopeId: "e1", salt: "00ff".repeat(16), shares: ["0.02", "0.01", "0.02"] };
const TEXT = `{"envelopeId":"e1","salt":"${"00ff".repeat(16)}","shares":["0.02","0.01","0.02"]}`;
const EVIDENCE: FairnessEvidence = {
  drawRule: "instant",
  commitment: createHash("sha256").update(TEXT).digest("hex"),
  revealed: REVEALED,
  totalAmount: "0.05",
  baseDecimals: 18,
  claimedAmounts: ["0.02", "0.01"],
};

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return createHash("sha256").update(bytes).digest();
}

test("the canonical text does not depend on the order of the keys", () => {
  const { envelopeId, salt, shares } = REVEALED;
  expect(canonicalFairness({ shares, salt, envelopeId })).toBe(TEXT);
});

test("an honest draw passes", async () => {
  expect(await verifyFairness(EVIDENCE, sha256)).toEqual([]);
});

test.each<[string, Partial<FairnessEvidence>, string[]]>([
  ["one altered share", { revealed: { ...REVEALED, shares: ["0.02", "0.01", "0.03"] } }, ["commitment", "total"]],
  ["swapped shares", { revealed: { ...REVEALED, shares: ["0.01", "0.02", "0.02"] } }, ["commitment", "claims"]],
  ["another salt", { revealed: { ...REVEALED, salt: "00".repeat(32) } }, ["commitment"]],
  ["another envelope", { revealed: { ...REVEALED, envelopeId: "e2" } }, ["commitment"]],
  ["another total", { totalAmount: "0.06" }, ["total"]],
  ["a claim that is not its slot", { claimedAmounts: ["0.01"] }, ["claims"]],
  ["more claims than shares", { claimedAmounts: ["0.02", "0.01", "0.02", "0.01"] }, ["claims"]],
])("%s fails", async (_, change, failures) => {
  expect(await verifyFairness({ ...EVIDENCE, ...change }, sha256)).toEqual(failures);
});

const TOGETHER: FairnessEvidence = { ...EVIDENCE, drawRule: "together", commitment: commitTogether(REVEALED) };

test("a draw for all commits to a tree, and its claims may have any of the shares", async () => {
  expect(await verifyFairness({ ...TOGETHER, claimedAmounts: ["0.02", "0.02"] }, sha256)).toEqual([]);
  expect(await verifyFairness({ ...TOGETHER, claimedAmounts: ["0.01", "0.01"] }, sha256)).toEqual(["claims"]);
  const swapped = { ...REVEALED, shares: ["0.01", "0.02", "0.02"] };
  expect(await verifyFairness({ ...TOGETHER, revealed: swapped }, sha256)).toEqual(["commitment"]);
});
