import { COINS } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import { toHex } from "../hex.ts";
import { type BeaconChain, findRoundFrom, timeOfRound } from "./beacon.ts";
import { chainEntries, type ChainedEntry } from "./chainEntries.ts";
import { createPathCheck } from "./checkPaths.ts";
import { listLeaves, type ShareLeaf } from "./commitTogether.ts";
import { breach, doubt, type DrawBreach, type DrawCheck, type DrawFinding, type DrawStep } from "./drawReport.ts";
import type { DrawKey } from "./drawKey.ts";
import { type DrawLeaf, type DrawRoot, isUnderRoot } from "./drawRoot.ts";
import type { DrawEvidence, EvidenceWindow } from "./evidence.ts";
import { findRoot, hashLeaf } from "./merkleTree.ts";
import type { Receipt } from "./receipt.ts";
import { replayDraws } from "./replayDraws.ts";
import { findReceiptFaults } from "./verifyReceipts.ts";
import { verifyRound } from "./verifyRound.ts";
import { findCertificateFaults, findSigner } from "./verifySigner.ts";

/** What somebody knows who verifies, from elsewhere than the evidence. */
export interface DrawKnowledge {
  /** The beacon that it has to be by. */
  chain: BeaconChain;
  receipts: readonly Receipt[];
  /** Roots that were published, of whatever rounds. */
  roots: readonly DrawRoot[];
  /** Keys that sign, besides those of the evidence. */
  keys: readonly DrawKey[];
  /** Keys of the operator's statements of solvency, in hex; empty where none is known. */
  solvencyKeys: readonly string[];
}

/** A window is decided by the first round that is spoken so long after its end, or later. */
const GRACE_MS = 1_000;

/** Checks the draws of an envelope step by step; a round takes about 20 ms, the rest little. */
export function verifyDraw(evidence: DrawEvidence, known: DrawKnowledge): DrawStep[] {
  const chained = chainEntries(evidence);
  const keys = [...evidence.keys, ...known.keys];
  const steps: DrawStep[] = [];
  const add = (check: DrawCheck, round: number | null, findings: readonly DrawFinding[]) => {
    steps.push({ check, round, findings });
  };
  add("chain", null, findForeignChain(evidence.beacon, known.chain));
  for (const [index, window] of evidence.windows.entries()) {
    const { round } = window;
    add("round", round, findWrongRound(known.chain, window, evidence.windows[index - 1]));
    add("signature", round, findWrongSignature(known.chain, window));
    add("set", round, findWrongSet(evidence, window, chained));
    if (window.root !== null) {
      add("key", round, findRootFaults(keys, window.root, known.solvencyKeys));
      add("time", round, findLateness(known.chain, window.root));
      add("oneRoot", round, findOtherRoots(keys, window.root, known.roots));
    }
  }
  add("rule", null, findWrongRanks(evidence));
  const committed = listCommitted(evidence);
  add("amounts", null, findWrongAmounts(evidence, committed));
  add("revealed", null, findWrongShares(evidence, committed));
  add("receipts", null, findReceiptFaults({ ...evidence, keys }, chained, known));
  return steps;
}

const failIf = (isBroken: boolean, fault: DrawBreach, about = ""): DrawFinding[] =>
  isBroken ? [breach(fault, about)] : [];

function findForeignChain(named: BeaconChain, known: BeaconChain): DrawFinding[] {
  const isSame =
    named.hash === known.hash &&
    named.publicKey === known.publicKey &&
    named.genesisS === known.genesisS &&
    named.periodS === known.periodS;
  return failIf(!isSame, "foreignChain", named.hash);
}

function findWrongRound(
  chain: BeaconChain,
  { round, closesAt }: EvidenceWindow,
  before: EvidenceWindow | undefined,
): DrawFinding[] {
  const first = findRoundFrom(chain, new Date(Date.parse(closesAt) + GRACE_MS));
  return failIf(round !== Math.max(first, (before?.round ?? 0) + 1), "wrongRound", String(round));
}

function findWrongSignature(chain: BeaconChain, { round, signature, isUndrawn }: EvidenceWindow): DrawFinding[] {
  if (signature === null) return [doubt(isUndrawn ? "undrawn" : "waiting", String(round))];
  return failIf(!verifyRound(chain, round, signature), "wrongSignature", String(round));
}

function findWrongSet(
  { envelopeId, beacon }: DrawEvidence,
  { round, entryIds, signature, root, proof }: EvidenceWindow,
  chained: readonly ChainedEntry[],
): DrawFinding[] {
  const seen = new Set(chained.filter((entry) => entry.round < round).map(({ entryId }) => entryId));
  const twice = entryIds.find((entryId) => seen.size === seen.add(entryId).size);
  const faults = failIf(twice !== undefined, "enteredTwice", twice);
  if (root === null) return signature === null ? faults : [...faults, doubt("noRoot", String(round))];
  const last = chained.findLast((entry) => entry.round === round);
  const head = last === undefined ? "" : toHex(last.head);
  const leaf: DrawLeaf = { envelopeId, round, entries: entryIds.length, head };
  const isSealed =
    root.round === round && root.beacon === beacon.hash && proof !== null && isUnderRoot(root.root, leaf, proof);
  return [...faults, ...failIf(!isSealed, "wrongSet", String(round))];
}

function findRootFaults(keys: readonly DrawKey[], root: DrawRoot, solvencyKeys: readonly string[]): DrawFinding[] {
  const signer = findRootSigner(keys, root);
  return signer === null ? [breach("wrongRootKey", root.keyId)] : findCertificateFaults(signer, solvencyKeys);
}

function findRootSigner(keys: readonly DrawKey[], { signature, ...body }: DrawRoot): DrawKey | null {
  return findSigner(keys, { body, signature, keyId: body.keyId, at: body.madeAt });
}

function findLateness(chain: BeaconChain, { round, madeAt }: DrawRoot): DrawFinding[] {
  const lateMs = Date.parse(madeAt) - timeOfRound(chain, round).getTime();
  return lateMs < 0 ? [] : [doubt("lateRoot", String(Math.max(1, Math.ceil(lateMs / 1_000))))];
}

/** Another signed root of the same round; what no known key signed proves nothing. */
function findOtherRoots(keys: readonly DrawKey[], root: DrawRoot, roots: readonly DrawRoot[]): DrawFinding[] {
  const { round, beacon, signature } = root;
  const others = roots.filter(
    (other) => other.round === round && other.beacon === beacon && other.signature !== signature,
  );
  const signed = others.find((other) => findRootSigner(keys, other) !== null);
  if (signed !== undefined) return [breach("twoRoots", signed.root)];
  return others.map((other) => doubt("unsignedRoot", other.root));
}

function findWrongRanks({ shares, ...evidence }: DrawEvidence): DrawFinding[] {
  const faults = findWithheld(evidence).map(({ round }) => breach("wrongRank", String(round)));
  if (shares === null) return [...faults, doubt("noList")];
  const expected = new Map<string, number>();
  for (const { slots } of replayDraws(evidence)) {
    for (const [entryId, slot] of slots) if (slot !== null) expected.set(entryId, slot);
  }
  const won = new Map<string, number>();
  const wrong = new Set<string>();
  for (const { entryId, slot } of shares) {
    if (won.has(entryId) || expected.get(entryId) !== slot) wrong.add(entryId);
    won.set(entryId, slot);
  }
  for (const entryId of expected.keys()) if (!won.has(entryId)) wrong.add(entryId);
  return [...[...wrong].map((about) => breach("wrongRank", about)), ...faults];
}

/** Draws that are kept back though the beacon has spoken: an earlier draw goes first, and none waits at the end. */
function findWithheld({ windows, revealed }: Pick<DrawEvidence, "windows" | "revealed">): EvidenceWindow[] {
  const lastDrawn = windows.findLastIndex(({ signature }) => signature !== null);
  return windows.filter(({ signature, isUndrawn }, index) =>
    signature === null ? index < lastDrawn || (revealed !== null && !isUndrawn) : isUndrawn,
  );
}

/** Each amount by the shares that are revealed, which are hashed once for all, or by its own path. */
function findWrongAmounts({ envelopeId, commitment, count, shares }: DrawEvidence, committed: readonly ShareLeaf[]) {
  if (shares === null) return [doubt("noList")];
  const isCommitted = createPathCheck(commitment, count);
  const wrong = shares.filter(({ slot, amount, salt, path }) => {
    const leaf = committed[slot - 1];
    if (leaf?.amount === amount && leaf.salt === salt) return false;
    return !isCommitted(hashLeaf({ envelopeId, slot, amount, salt }), slot, path);
  });
  return wrong.map(({ entryId }) => breach("wrongAmount", entryId));
}

/** The leaves of the revealed shares; none where they are not what was committed to. */
function listCommitted({ envelopeId, commitment, count, revealed }: DrawEvidence): readonly ShareLeaf[] {
  if (revealed === null || revealed.shares.length !== count) return [];
  const leaves = listLeaves({ envelopeId, ...revealed });
  return toHex(findRoot(leaves.map(hashLeaf))) === commitment ? leaves : [];
}

function findWrongShares({ coinType, totalAmount, revealed }: DrawEvidence, committed: readonly ShareLeaf[]) {
  if (revealed === null) return [doubt("notRevealed")];
  const { shares } = revealed;
  const faults = failIf(committed.length === 0, "wrongCommitment");
  if (totalAmount === null) return [...faults, doubt("noTotal")];
  const { baseDecimals } = COINS[coinType];
  const sum = shares.reduce((total, share) => total + parseDecimal(share, baseDecimals), 0n);
  return [...faults, ...failIf(sum !== parseDecimal(totalAmount, baseDecimals), "wrongTotal")];
}
