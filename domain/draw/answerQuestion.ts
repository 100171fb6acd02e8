import type { BeaconChain } from "./beacon.ts";
import { breach, type DrawFinding } from "./drawReport.ts";
import type { DrawEvidence } from "./evidence.ts";
import type { Receipt } from "./receipt.ts";
import { replayDraws } from "./replayDraws.ts";
import { verifyDraw } from "./verifyDraw.ts";
import { type OwnDraw, verifyOwnDraw } from "./verifyOwnDraw.ts";
import { verifyRound } from "./verifyRound.ts";

/** What a person's device asks itself. */
export interface DrawQuestion {
  chain: BeaconChain;
  /** What it asked the server about. */
  envelopeId: string;
  /** Null for who is in no draw of the envelope. */
  own: OwnDraw | null;
  /** Null where it was not read. */
  evidence: DrawEvidence | null;
}

/** What a device has found of a draw. */
export interface CheckedDraw {
  /** The kinds of faults and doubts, each once. */
  findings: readonly DrawFinding[];
  /** Whether the person's own entry was checked. */
  isOwn: boolean;
  /** Whether all ranks were, and not the own amount alone. */
  isWhole: boolean;
  /** Evidence and receipt as JSON, to copy; null where neither was read. */
  papers: string | null;
}

/** Checks the own entry and, where there is evidence, the whole draw; a round is verified once. */
export function answerQuestion(question: DrawQuestion): DrawFinding[] {
  const { chain, own, evidence } = question;
  const isInEvidence: typeof verifyRound = (_, round, signature) =>
    evidence?.windows.some((window) => window.round === round && window.signature === signature) === true;
  const ofOwn =
    own === null ? [] : verifyOwnDraw(own, chain, (...asked) => isInEvidence(...asked) || verifyRound(...asked));
  const isOther = [own?.receipt, evidence].some(
    (paper) => (paper?.envelopeId ?? question.envelopeId) !== question.envelopeId,
  );
  if (isOther) ofOwn.push(breach("changedDraw", question.envelopeId));
  if (evidence === null) return keepEachOnce(ofOwn);
  const { receipt = null, root = null, toldRoot = null, keys = [] } = own ?? {};
  const steps = verifyDraw(evidence, {
    chain,
    keys,
    receipts: receipt === null ? [] : [receipt],
    roots: [root, toldRoot].filter((one) => one !== null),
    solvencyKeys: [],
  });
  return keepEachOnce([
    ...ofOwn,
    ...steps.flatMap(({ findings }) => findings),
    ...(own === null || receipt === null ? [] : findOwnFaults(evidence, own, receipt)),
  ]);
}

/**
 * Whether the own result is that of the list; without a list, whether it is what the rule gives. What decided it and the
 * sealed list that this device knows have to be in the evidence: else it would be about less than the person was told.
 */
function findOwnFaults(evidence: DrawEvidence, own: OwnDraw, { entryId, round }: Receipt): DrawFinding[] {
  const { status, amount, count, share, root, toldRoot } = own;
  const window = evidence.windows.find((one) => one.round === round);
  const faults = count === evidence.count ? [] : [breach("changedDraw", entryId)];
  if ((status === "won" || status === "lost") && (window?.signature ?? null) === null) {
    faults.push(breach("missingReceipt", entryId));
  }
  if (window?.root === null && (root ?? toldRoot) !== null) faults.push(breach("wrongSet", String(round)));
  if (evidence.shares === null) {
    const drawn = replayDraws(evidence).find(({ slots }) => slots.has(entryId));
    const isRight = drawn === undefined || drawn.slots.get(entryId) === (share?.slot ?? null);
    return isRight ? faults : [...faults, breach("wrongRank", entryId)];
  }
  const told = evidence.shares.find((one) => one.entryId === entryId)?.amount ?? null;
  return told === amount ? faults : [...faults, breach("wrongAmount", entryId)];
}

function keepEachOnce(findings: readonly DrawFinding[]): DrawFinding[] {
  return [...new Map(findings.map((finding) => [finding.fault, finding])).values()];
}
