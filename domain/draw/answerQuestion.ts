import type { BeaconChain } from "./beacon.ts";
import { breach, type DrawFinding } from "./drawReport.ts";
import type { DrawEvidence } from "./evidence.ts";
import { replayDraws } from "./replayDraws.ts";
import { verifyDraw } from "./verifyDraw.ts";
import { type OwnDraw, verifyOwnDraw } from "./verifyOwnDraw.ts";
import { verifyRound } from "./verifyRound.ts";

/** What a person's device asks itself. */
export interface DrawQuestion {
  chain: BeaconChain;
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
export function answerQuestion({ chain, own, evidence }: DrawQuestion): DrawFinding[] {
  const isInEvidence: typeof verifyRound = (_, round, signature) =>
    evidence?.windows.some((window) => window.round === round && window.signature === signature) === true;
  const ofOwn =
    own === null ? [] : verifyOwnDraw(own, chain, (...asked) => isInEvidence(...asked) || verifyRound(...asked));
  if (evidence === null) return keepEachOnce(ofOwn);
  const { receipt = null, root = null, toldRoot = null, keys = [], amount = null } = own ?? {};
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
    ...(receipt === null
      ? []
      : findOwnFaults(evidence, { entryId: receipt.entryId, amount, slot: own?.share?.slot ?? null })),
  ]);
}

interface OwnResult {
  entryId: string;
  amount: string | null;
  slot: number | null;
}

/** Whether the own result is that of the list; without a list, whether it is what the rule gives. */
function findOwnFaults(evidence: DrawEvidence, { entryId, amount, slot }: OwnResult): DrawFinding[] {
  if (evidence.shares === null) {
    const drawn = replayDraws(evidence).find(({ slots }) => slots.has(entryId));
    const isRight = drawn === undefined || drawn.slots.get(entryId) === slot;
    return isRight ? [] : [breach("wrongRank", entryId)];
  }
  const told = evidence.shares.find((share) => share.entryId === entryId)?.amount ?? null;
  return told === amount ? [] : [breach("wrongAmount", entryId)];
}

function keepEachOnce(findings: readonly DrawFinding[]): DrawFinding[] {
  return [...new Map(findings.map((finding) => [finding.fault, finding])).values()];
}
