import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import { type BeaconChain, timeOfRound } from "#domain/draw/beacon.ts";
import { breach } from "#domain/draw/drawReport.ts";
import type { Receipt } from "#domain/draw/receipt.ts";
import type { OwnDraw } from "#domain/draw/verifyOwnDraw.ts";
import { hasApiError } from "#machines/kit/failure.ts";
import type { components } from "#contract/schema.d.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { askDrawWorker } from "#src/adapters/draw/askDrawWorker.ts";
import { findBeacon } from "#src/adapters/draw/findBeacon.ts";
import { type KeptEntry, openKeptReceipts } from "#src/adapters/draw/keptReceipts.ts";
import { readDrawKeys } from "#src/adapters/draw/readDrawKeys.ts";
import { createAppStorage } from "#src/adapters/storage.ts";
import { createResourceFlow } from "./resource.ts";

/** Above that a phone reads the list of entries only on request. */
const MOST_ENTRIES = 1_000;

interface DrawAsked {
  envelopeId: string;
  /** Shares of the envelope; null for who may not see its list. */
  count: number | null;
  /** Whether the ranks are checked too, however many they are. */
  isWhole: boolean;
}

/** Reads what the server tells of a draw, and checks it against the public beacon and what this device has kept. */
async function checkDraw(api: Api, asked: DrawAsked, signal: AbortSignal): Promise<CheckedDraw> {
  const { envelopeId, count, isWhole } = asked;
  const told = await orNull(api.get("/v1/redpackage/entry", { envelopeId }, signal));
  const isRead = isWhole || told === null || told.entry.entries <= MOST_ENTRIES;
  const kept = openKeptReceipts();
  const first = kept.read(envelopeId);
  const signed = [first.receipt, first.root, told?.entry.receipt, told?.entry.root];
  const [keys, evidence] = await Promise.all([
    readDrawKeys(
      api,
      signed.flatMap((one) => one?.keyId ?? []),
      signal,
    ),
    isRead ? orNull(api.get("/v1/redpackage/evidence", { envelopeId }, signal)) : null,
  ]);
  const own = told === null ? null : findOwn(told, first, { count: count ?? evidence?.count ?? 0, keys });
  const chain = findBeacon(document, location.hostname);
  const findings = await askDrawWorker({ chain, envelopeId, own, evidence });
  // Who has a receipt has entered, whatever is told now.
  if (told === null && first.receipt !== null) findings.push(breach("missingReceipt", first.receipt.entryId));
  // And who has entered may read the set.
  if (told !== null && isRead && evidence === null) findings.push(breach("missingReceipt", told.entry.entryId));
  if (own?.status === "undrawn" && !couldBeSilent(chain, told?.entry.round ?? 0, first.receipt)) {
    findings.push(breach("wrongRank", told?.entry.entryId));
  }
  const isOver = told !== null && told.entry.status !== "waiting";
  if (isOver && findings.every(({ isBreach }) => !isBreach)) kept.forget(envelopeId);
  const receipt = first.receipt ?? told?.entry.receipt ?? null;
  const papers = [evidence, receipt, first.root].filter((paper) => paper !== null);
  return {
    findings,
    isOwn: own !== null,
    isWhole: evidence !== null && evidence.shares !== null,
    papers: papers.length === 0 ? null : JSON.stringify(papers),
  };
}

/** A beacon is silent after a day. The clock of a device may be off by hours, and not by so many. */
const LEAST_SILENCE_MS = 43_200_000;

/** Whether the time of an own draw's round is past for so long that the beacon can have been silent. */
function couldBeSilent(chain: BeaconChain, toldRound: number, receipt: Receipt | null): boolean {
  return Date.now() > timeOfRound(chain, receipt?.round ?? toldRound).getTime() + LEAST_SILENCE_MS;
}

interface Told {
  entry: components["schemas"]["Entry"];
  claim: components["schemas"]["Claim"] | null;
}

function findOwn({ entry, claim }: Told, kept: KeptEntry, more: Pick<OwnDraw, "count" | "keys">): OwnDraw {
  const { receipt, root, signature, share, status } = entry;
  return {
    tgUserId: createAppStorage(localStorage).read("userId"),
    receipt: kept.receipt ?? receipt,
    toldReceipt: receipt,
    root: kept.root,
    toldRoot: root,
    status,
    signature,
    share,
    amount: claim?.amount ?? null,
    ...more,
  };
}

/** Null for what there is not, or what this person may not see. */
async function orNull<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (hasApiError(error, "notFound")) return null;
    throw error;
  }
}

/** The check of a draw for all on this device. */
export const drawProofFlow = createResourceFlow("drawProof", ({ api }, params: DrawAsked, signal) =>
  checkDraw(api, params, signal),
);
