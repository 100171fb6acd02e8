import { expect, test } from "vitest";
import {
  certifyKey,
  createTestSigner,
  drawSigner,
  makeDrawEvidence,
  signRoot,
  signTestRound,
  solvencySigner,
  TEST_CHAIN,
  type TestDraw,
} from "#tests/support/makeDrawEvidence.ts";
import { QUICKNET } from "./beacon.ts";
import { hasBreach } from "./drawReport.ts";
import type { EvidenceWindow } from "./evidence.ts";
import { nameKey } from "./drawKey.ts";
import { readDrawPapers } from "./readDrawPapers.ts";
import type { Receipt } from "./receipt.ts";
import { replayDraws } from "./replayDraws.ts";
import { type DrawKnowledge, verifyDraw } from "./verifyDraw.ts";

const AMOUNTS = ["0.5", "0.25", "1.25", "2", "1"];
const truth = makeDrawEvidence(AMOUNTS, [3, 7]);
const forger = createTestSigner(9);

function check({ evidence, receipts }: TestDraw, known: Partial<DrawKnowledge> = {}) {
  const solvencyKeys = [solvencySigner.publicKey];
  const steps = verifyDraw(evidence, { chain: TEST_CHAIN, receipts, roots: [], keys: [], solvencyKeys, ...known });
  const findings = steps.flatMap((step) => step.findings.map(({ fault }) => `${step.check}: ${fault}`));
  return { steps, findings: [...new Set(findings)] };
}

type Change = (draw: TestDraw) => Partial<DrawKnowledge> | void;

/** The truth, changed by a liar. */
function lie(change: Change) {
  const draw = structuredClone(truth);
  const known = change(draw);
  return check(draw, known ?? {});
}

const firstWindow = ({ evidence }: TestDraw): EvidenceWindow => evidence.windows[0] as EvidenceWindow;

function swap({ evidence }: TestDraw, key: "amount" | "entryId" | "name", left: number, right: number) {
  const [one, other] = [evidence.shares[left], evidence.shares[right]];
  if (one === undefined || other === undefined) throw new Error("there are not so many shares");
  [one[key], other[key]] = [other[key], one[key]];
}

/** Signs a receipt anew with other words. */
function resign(receipt: Receipt, change: Partial<Receipt>, signer = drawSigner): Receipt {
  const { signature: _, nonce, ...body } = receipt;
  return { ...signer.sign({ ...body, ...change }), nonce };
}

test("a true draw of two windows holds in each step", () => {
  const { steps, findings } = check(truth);
  expect(findings).toEqual([]);
  expect(hasBreach(steps)).toBe(false);
  expect(truth.evidence.shares).toHaveLength(5);
  expect(steps.filter(({ check: name }) => name === "signature")).toHaveLength(2);
  // What is written and read again is the same.
  expect(readDrawPapers(JSON.parse(JSON.stringify({ data: [truth.evidence, truth.receipts] })))).toEqual({
    evidence: [truth.evidence],
    receipts: truth.receipts,
    roots: [],
    keys: [],
  });
});

test.each<[string, Change, string]>([
  ["an amount that is not its leaf's", swapAmounts, "amounts: wrongAmount"],
  ["two winners who change places", (draw) => swap(draw, "entryId", 0, 3), "rule: wrongRank"],
  ["a winner who is left out", ({ evidence }) => void evidence.shares.pop(), "rule: wrongRank"],
  ["a share that is told twice", tellTwice, "rule: wrongRank"],
  ["a winner who was in no window", ({ evidence }) => void (evidence.shares[4]!.entryId = "x"), "rule: wrongRank"],
  ["a later round", delayRound, "round: wrongRound"],
  ["the signature of another round", (draw) => useSignature(draw, 1), "signature: wrongSignature"],
  [
    "a signature that is no point",
    (draw) => void (firstWindow(draw).signature = "0".repeat(96)),
    "signature: wrongSignature",
  ],
  ["an entry that was slipped in", (draw) => void firstWindow(draw).entryIds.push("slipped"), "set: wrongSet"],
  ["entries in another order", (draw) => void firstWindow(draw).entryIds.reverse(), "set: wrongSet"],
  ["an entry that is there twice", enterTwice, "set: enteredTwice"],
  ["a place under another root", (draw) => void (firstWindow(draw).proof = null), "set: wrongSet"],
  ["a root of a later round", signForLater, "set: wrongSet"],
  ["a root of another beacon", signForBeacon, "set: wrongSet"],
  ["a root of another key", signByForger, "key: wrongRootKey"],
  ["a root that was changed", (draw) => void (firstWindow(draw).root!.draws = 3), "key: wrongRootKey"],
  ["a key that was valid at other times", expireKey, "key: wrongRootKey"],
  ["a key that a forger certifies", certifyByForger, "key: foreignKey"],
  ["a key whose certificate is another's", mixCertificates, "key: foreignKey"],
  ["a key without a certificate", dropCertificate, "key: foreignKey"],
  ["another root of the same round", publishTwice, "oneRoot: twoRoots"],
  ["another commitment", ({ evidence }) => void (evidence.commitment = "a".repeat(64)), "revealed: wrongCommitment"],
  [
    "other shares at the end",
    ({ evidence }) => void (evidence.revealed = { salt: evidence.revealed!.salt, shares: AMOUNTS.toReversed() }),
    "revealed: wrongCommitment",
  ],
  [
    "a total that is not that of the shares",
    ({ evidence }) => void (evidence.totalAmount = "6"),
    "revealed: wrongTotal",
  ],
  ["another number of shares", ({ evidence }) => void (evidence.count = 6), "revealed: wrongCommitment"],
  ["fewer shares, to who may not see the list", hideShares, "set: wrongSet"],
  ["fewer shares, where no list was sealed", hideSharesAndRoots, "receipts: missingReceipt"],
  ["a beacon of another time", () => ({ chain: { ...TEST_CHAIN, genesisS: 1 } }), "chain: foreignChain"],
  ["a foreign beacon", () => ({ chain: QUICKNET }), "chain: foreignChain"],
  [
    "a beacon of the same name with another key",
    () => ({ chain: { ...TEST_CHAIN, publicKey: QUICKNET.publicKey } }),
    "signature: wrongSignature",
  ],
  [
    "a receipt that a forger signed",
    ({ receipts }) => ({ receipts: [resign(receipts[0]!, {}, forger)] }),
    "receipts: wrongReceipt",
  ],
  [
    "a receipt that was changed",
    ({ receipts }) => ({ receipts: [{ ...receipts[0]!, place: 2 }] }),
    "receipts: wrongReceipt",
  ],
  ["a receipt whose entry is left out", forgetEntry, "receipts: missingReceipt"],
  [
    "a receipt at another place",
    ({ receipts }) => ({ receipts: [resign(receipts[0]!, { place: 2 })] }),
    "receipts: missingReceipt",
  ],
  [
    "a receipt after another entry",
    ({ receipts }) => ({ receipts: [resign(receipts[0]!, { previousHead: "d".repeat(64) })] }),
    "receipts: missingReceipt",
  ],
  [
    "a receipt of another beacon",
    ({ receipts }) => ({ receipts: [resign(receipts[0]!, { beacon: QUICKNET.hash })] }),
    "receipts: changedDraw",
  ],
  ["an entry after the close", enterLate, "receipts: lateEntry"],
  [
    "a receipt of another commitment",
    ({ receipts }) => ({ receipts: [resign(receipts[0]!, { commitment: "b".repeat(64) })] }),
    "receipts: changedDraw",
  ],
  ["a receipt of another closing time", moveClose, "receipts: changedDraw"],
])("finds %s", (_, change, finding) => {
  const { steps, findings } = lie(change);
  expect(findings).toContain(finding);
  expect(hasBreach(steps)).toBe(true);
});

test.each<[string, Change, string]>([
  ["a root that came late", signLate, "time: lateRoot"],
  ["no root", (draw) => void (firstWindow(draw).root = null), "set: noRoot"],
  ["a root of the round that nobody known signed", publishForged, "oneRoot: unsignedRoot"],
  ["a certificate by a key that nobody knows", () => ({ solvencyKeys: [] }), "key: unknownCertifier"],
  ["no end yet", ({ evidence }) => void (evidence.revealed = null), "revealed: notRevealed"],
  ["a total that the viewer may not know", ({ evidence }) => void (evidence.totalAmount = null), "revealed: noTotal"],
  ["no receipt", () => ({ receipts: [] }), "receipts: noReceipt"],
  [
    "a receipt of another envelope",
    ({ receipts }) => ({ receipts: [{ ...receipts[0]!, envelopeId: "x" }] }),
    "receipts: otherReceipt",
  ],
])("says that %s is not proven, and breaks nothing", (_, change, finding) => {
  const { steps, findings } = lie(change);
  expect(findings).toEqual([finding]);
  expect(hasBreach(steps)).toBe(false);
});

test("a late root says by how many seconds", () => {
  const { steps } = lie(signLate);
  const [late] = steps.flatMap(({ findings }) => findings);
  expect(late).toEqual({ fault: "lateRoot", isBreach: false, about: "4" });
});

test("what waits for its round, or was never drawn, gives nobody anything", () => {
  const waiting = makeDrawEvidence(AMOUNTS, [3]);
  waiting.evidence.revealed = null;
  for (const isUndrawn of [false, true]) {
    Object.assign(firstWindow(waiting), { signature: null, isUndrawn });
    expect(check(waiting).findings).toContain("rule: wrongRank");
    const late = structuredClone(waiting);
    Object.assign(firstWindow(late), { isUndrawn, signature: signTestRound(firstWindow(late).round) });
    expect(check(late).findings.includes("rule: wrongRank")).toBe(isUndrawn);
    const empty = { ...waiting, evidence: { ...waiting.evidence, shares: [] } };
    expect(check(empty).findings).toEqual([`signature: ${isUndrawn ? "undrawn" : "waiting"}`, "revealed: notRevealed"]);
  }
});

test("a round that is there decides, whatever is said of its silence", () => {
  const [draw, share] = [makeDrawEvidence(AMOUNTS, [3]), { shares: [], revealed: null }];
  Object.assign(firstWindow(draw), { isUndrawn: true });
  expect(check({ ...draw, evidence: { ...draw.evidence, ...share } }).findings).toContain("rule: wrongRank");
});

test.each([false, true])("no draw is kept back while a later one is drawn, nor at the end", (isUndrawn) => {
  const { evidence, receipts } = makeDrawEvidence(AMOUNTS, [3, 2]);
  const [first, second] = evidence.windows as [EvidenceWindow, EvidenceWindow];
  Object.assign(first, { signature: null, isUndrawn });
  // As the rule gives it where the first draw gave nothing.
  const slots = new Map(replayDraws(evidence).flatMap((drawn) => Array.from(drawn.slots)));
  const told = structuredClone(evidence.shares).slice(0, slots.size);
  for (const [index, [entryId, slot]] of [...slots].entries()) {
    const { amount, salt, path } = evidence.shares.find((one) => one.slot === slot)!;
    Object.assign(told[index]!, { entryId, slot, amount, salt, path });
  }
  const open = { ...evidence, shares: told, revealed: null };
  expect(check({ evidence: open, receipts }).findings).toContain("rule: wrongRank");
  Object.assign(second, { signature: null, isUndrawn });
  const none = { ...open, shares: [] };
  expect(check({ evidence: none, receipts }).findings).not.toContain("rule: wrongRank");
  const ended = { ...none, revealed: evidence.revealed };
  expect(check({ evidence: ended, receipts }).findings.includes("rule: wrongRank")).toBe(!isUndrawn);
});

test("who has entered a window that is open still is told to wait, until the end", () => {
  const { evidence, receipts } = makeDrawEvidence(AMOUNTS, [3, 1]);
  const [first] = evidence.windows as [EvidenceWindow];
  const shares = evidence.shares.slice(0, 3);
  const open = { ...evidence, windows: [first], shares, revealed: null };
  expect(check({ evidence: open, receipts }).findings).toEqual(["revealed: notRevealed", "receipts: waiting"]);
  expect(check({ evidence: { ...open, revealed: evidence.revealed }, receipts }).findings).toEqual([
    "receipts: missingReceipt",
  ]);
});

function swapAmounts(draw: TestDraw): void {
  swap(draw, "amount", 0, 1);
}

function tellTwice({ evidence }: TestDraw): void {
  evidence.shares.push(evidence.shares[0]!);
}

function hideShares({ evidence }: TestDraw): void {
  Object.assign(evidence, { count: evidence.count - 1, shares: null, revealed: null, totalAmount: null });
}

function hideSharesAndRoots(draw: TestDraw): void {
  hideShares(draw);
  for (const window of draw.evidence.windows) Object.assign(window, { root: null, proof: null });
}

function useSignature(draw: TestDraw, later: number): void {
  firstWindow(draw).signature = signTestRound(firstWindow(draw).round + later);
}

function delayRound(draw: TestDraw): void {
  useSignature(draw, 1);
  firstWindow(draw).round += 1;
}

function enterTwice({ evidence }: TestDraw): void {
  evidence.windows[1]!.entryIds[0] = evidence.windows[0]!.entryIds[0]!;
}

function forgetEntry(draw: TestDraw): void {
  firstWindow(draw).entryIds.splice(0, 1, "another");
}

function signByForger(draw: TestDraw): void {
  const { root, round } = firstWindow(draw);
  firstWindow(draw).root = signRoot({ round, root: root!.root, draws: 2, madeAt: new Date(root!.madeAt) }, forger);
}

function signLate(draw: TestDraw): void {
  const { root, round } = firstWindow(draw);
  const madeAt = new Date(Date.parse(root!.madeAt) + 4_500);
  firstWindow(draw).root = signRoot({ round, root: root!.root, draws: 2, madeAt });
}

function signForLater(draw: TestDraw): void {
  const { root, round } = firstWindow(draw);
  firstWindow(draw).root = signRoot({ round: round + 1, root: root!.root, draws: 2, madeAt: new Date(root!.madeAt) });
}

function signForBeacon(draw: TestDraw): void {
  const { signature: _, ...body } = firstWindow(draw).root!;
  firstWindow(draw).root = drawSigner.sign({ ...body, beacon: QUICKNET.hash });
}

function publishTwice(draw: TestDraw): Partial<DrawKnowledge> {
  const { root, round } = firstWindow(draw);
  return { roots: [root!, signRoot({ round, root: "c".repeat(64), draws: 2, madeAt: new Date(root!.madeAt) })] };
}

function publishForged(draw: TestDraw): Partial<DrawKnowledge> {
  const { root, round } = firstWindow(draw);
  return { roots: [signRoot({ round, root: "c".repeat(64), draws: 2, madeAt: new Date(root!.madeAt) }, forger)] };
}

function expireKey({ evidence }: TestDraw): void {
  const key = createTestSigner(1);
  const { certificate: _, certifiedBy, ...body } = certifyKey(key, solvencySigner);
  const old = { ...body, validUntil: "2026-09-02T00:00:00.000Z" };
  evidence.keys = [{ ...old, certifiedBy, certificate: solvencySigner.sign(old).signature }];
}

function certifyByForger({ evidence }: TestDraw): void {
  evidence.keys = [certifyKey(drawSigner, forger)];
}

function mixCertificates({ evidence }: TestDraw): void {
  const { certificate } = certifyKey(forger, solvencySigner);
  evidence.keys = evidence.keys.map((key) => ({ ...key, certificate }));
}

function dropCertificate({ evidence }: TestDraw): void {
  evidence.keys = evidence.keys.map((key) => ({ ...key, certificate: null, certifiedBy: null }));
}

function enterLate({ receipts }: TestDraw): Partial<DrawKnowledge> {
  const [receipt] = receipts;
  return { receipts: [resign(receipt!, { enteredAt: receipt!.closesAt })] };
}

function moveClose({ receipts }: TestDraw): Partial<DrawKnowledge> {
  const [receipt] = receipts;
  return { receipts: [resign(receipt!, { closesAt: "2026-09-21T14:14:19.000Z" })] };
}

test("keys that are known from elsewhere count, under the name of their bytes alone", () => {
  const draw = structuredClone(truth);
  const { keys } = draw.evidence;
  draw.evidence.keys = [];
  expect(check(draw).findings).toContain("key: wrongRootKey");
  expect(check(draw, { keys }).findings).toEqual([]);
  draw.evidence.windows.splice(1);
  const { signature: _, ...body } = firstWindow(draw).root!;
  firstWindow(draw).root = forger.sign(body);
  const named = { ...certifyKey(forger, solvencySigner), keyId: nameKey(drawSigner.publicKey) };
  expect(check(draw, { keys: [named] }).findings).toContain("key: wrongRootKey");
});

test("a window that closes with the one before is decided by the next round", () => {
  const draw = structuredClone(truth);
  const [first, second] = draw.evidence.windows;
  second!.closesAt = first!.closesAt;
  second!.round = first!.round + 1;
  expect(check(draw).findings).not.toContain("round: wrongRound");
  second!.round = first!.round;
  expect(check(draw).findings).toContain("round: wrongRound");
});
