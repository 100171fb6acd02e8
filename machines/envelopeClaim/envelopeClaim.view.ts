import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { readMeta } from "../kit/readMeta.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import { isForMembers } from "./claimedEnvelope.ts";
import type { EnvelopeClaimEvent, envelopeClaimMachine, Shown } from "./envelopeClaim.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Action = ViewAction<EnvelopeClaimEvent>;
type Snapshot = SnapshotFrom<typeof envelopeClaimMachine>;
type Value = Snapshot["value"];
type Inner<Outer extends string> = Extract<Value, Readonly<Record<Outer, unknown>>>[Outer];
/** These sort, and are left at once: no snapshot is in one. */
type Passing = "found" | "answered" | "declined";
type State =
  | Exclude<Extract<Value, string>, Passing>
  | "entering"
  | "claiming"
  | "failed"
  | "notMember"
  | Inner<"waiting">
  | Inner<"landed">["share"]
  | Inner<"over">["reason"];

/** By the size of the luck. */
export type Celebration = "share" | "lucky" | "bestLuck";

/** In whole numbers. */
export interface WaitedDraw {
  place: number;
  entries: number;
  shares: number;
  /** One in so many gets a share; 1 where there is one for everybody so far. */
  oneIn: number;
  /** ISO 8601. */
  closesAt: string;
  /** How long others can enter after the first. */
  windowS: number;
}

export interface EnvelopeClaimView extends FailureText, Pick<Required<Shown>, "part" | "picture"> {
  state: State;
  /** Whether the passphrase form takes its place: it does until the envelope is open. */
  hasForm: boolean;
  isBusy: boolean;
  titleKey: string;
  /** Null until read, or where the passphrase alone has to find it. */
  envelope: Envelope | null;
  /** All claims, once read. */
  claims: readonly Claim[];
  /** What the person got: a whole-coin decimal string with the coin's label. */
  amount: { value: string; ticker: string; isBestLuck: boolean } | null;
  /** How a new share is greeted, from its opening on; null for an old one. */
  celebration: Celebration | null;
  /** Shares claimed and given, once both are known. */
  progress: { received: number; count: number } | null;
  /** The draw for all that the person waits for; null elsewhere. */
  draw: WaitedDraw | null;
  /** The chats that people have to be in who open the envelope by a tap; empty where a passphrase opens it. */
  conditions: Envelope["conditions"];
  passphrase: string;
  /** i18n key; null where the passphrase is right, or was not sent yet. */
  passphraseProblem: string | null;
  /** When the next try is allowed, ISO 8601; null where there is none to wait for. */
  waitEndsAt: string | null;
  actions: readonly Action[];
}

/** Until a state says something else. */
const FIRST_SHOWN = { part: "loading", picture: "sealed" } as const;

export function viewEnvelopeClaim(snapshot: Snapshot): EnvelopeClaimView {
  const { context } = snapshot;
  const state = getState(snapshot);
  const shown = { ...FIRST_SHOWN, ...readMeta(snapshot) };
  const isTapped = isForMembers(context.envelope) || (state === "claiming" && hasNothingToType(snapshot));
  const part = shown.part === "form" && isTapped ? "closed" : shown.part;
  return {
    state,
    part,
    hasForm: part === "form" || (part === "opening" && !hasNothingToType(snapshot)),
    picture: shown.picture,
    isBusy: snapshot.hasTag("busy"),
    titleKey: getTitleKey(state, context.envelope),
    envelope: context.envelope,
    claims: context.claims,
    amount: viewAmount(context.claim),
    celebration: snapshot.hasTag("fresh") ? getCelebration(context) : null,
    progress: viewProgress(context.envelope),
    draw: part === "waiting" ? viewDraw(context) : null,
    conditions: context.envelope?.conditions ?? [],
    passphrase: context.passphrase,
    passphraseProblem: snapshot.matches({ entering: "checked" }) ? findPassphraseProblem(context.passphrase) : null,
    waitEndsAt: context.waitEndsAtMs === null ? null : new Date(context.waitEndsAtMs).toISOString(),
    ...findFailureText(state, context, shown.failureKey),
    actions: listControls(snapshot, state),
  };
}

function getState({ value }: Snapshot): State {
  if (typeof value === "string") return value as Exclude<typeof value, Passing>;
  if ("waiting" in value) return value.waiting;
  if ("landed" in value) return value.landed.share;
  if ("over" in value) return value.over.reason;
  if ("entering" in value) return "entering";
  if ("notMember" in value) return "notMember";
  return "claiming" in value ? "claiming" : "failed";
}

/** Its time has not run out where its sender ended it before. */
function isEndedEarly(state: State, envelope: Envelope | null): boolean {
  return state === "expired" && envelope?.isEndedBySender === true;
}

function getTitleKey(state: State, envelope: Envelope | null): string {
  if (isEndedEarly(state, envelope)) return "envelope:claim.state.ended";
  if (state === "missing") return "envelope:details.notFound";
  return `envelope:claim.state.${state === "left" || state === "unseen" ? "idle" : state}`;
}

function findFailureText(
  state: State,
  { envelope, failure }: Snapshot["context"],
  shownKey: string | undefined,
): FailureText {
  const failureKey = isEndedEarly(state, envelope) ? "envelope:claim.endedText" : shownKey;
  return failureKey === undefined ? toFailureText(failure) : { failureKey, failureValues: {} };
}

/** Whether a tap opens it: for members, and for the sender of a lucky draw, who knows its passphrase. */
function hasNothingToType({ context }: Snapshot): boolean {
  return (
    isForMembers(context.envelope) || (context.envelopeId !== null && (context.envelope?.passphrase ?? null) !== null)
  );
}

function viewAmount(claim: Claim | null): EnvelopeClaimView["amount"] {
  if (claim === null) return null;
  return { value: claim.amount, ticker: COINS[claim.coinType].ticker, isBestLuck: claim.bestLuck };
}

/** A small share is greeted as fully as an even one; only more light comes with more luck. */
function getCelebration({ claim, envelope }: Snapshot["context"]): Celebration {
  if (claim?.bestLuck === true) return "bestLuck";
  return claim !== null && envelope !== null && isLucky(claim, envelope) ? "lucky" : "share";
}

/** Whether it is at least one and a half times the even share. */
function isLucky({ amount }: Claim, { totalAmount, count, coinType }: Envelope): boolean {
  if (totalAmount === null || count === null) return false;
  const { baseDecimals } = COINS[coinType];
  const [share, total] = [parseDecimal(amount, baseDecimals), parseDecimal(totalAmount, baseDecimals)];
  return 2n * share * BigInt(count) >= 3n * total;
}

function viewProgress(envelope: Envelope | null): EnvelopeClaimView["progress"] {
  if (envelope === null || envelope.count === null || envelope.receivedQuantity === null) return null;
  return { received: envelope.receivedQuantity, count: envelope.count };
}

function viewDraw({ entry, envelope }: Snapshot["context"]): WaitedDraw | null {
  if (entry === null || envelope === null) return null;
  const { place, entries, closesAt } = entry;
  const shares = envelope.remainingCount;
  return {
    place,
    entries,
    shares,
    oneIn: shares === 0 ? entries : Math.max(1, Math.ceil(entries / shares)),
    closesAt,
    windowS: envelope.drawWindowS ?? 0,
  };
}

function findPassphraseProblem(passphrase: string): string | null {
  const tried = readTriedKey(passphrase);
  return typeof tried === "string" ? `envelope:problem.${tried}` : null;
}

/** A control that waits keeps its place. */
function listControls(snapshot: Snapshot, state: State): readonly Action[] {
  const isAtOnce = hasNothingToType(snapshot);
  const isTapped = isForMembers(snapshot.context.envelope);
  return listActions(snapshot, [
    { event: { type: "ui.open" }, labelKey: "envelope:claim.open" },
    {
      event: { type: "ui.enter" },
      labelKey: isAtOnce ? "envelope:claim.open" : "envelope:claim.enter",
      isWaiting: (state === "claiming" && isAtOnce) || (state === "tooManyTries" && isTapped),
    },
    {
      event: { type: "ui.submit" },
      labelKey: "envelope:claim.submit",
      isWaiting:
        (state === "claiming" && !isAtOnce) || state === "wrongPassphrase" || (state === "tooManyTries" && !isTapped),
    },
    { event: { type: "ui.skip" }, labelKey: "envelope:claim.skip" },
    {
      event: { type: "ui.refresh" },
      labelKey: "envelope:claim.refresh",
      isWaiting: snapshot.matches({ landed: { others: "reading" } }),
    },
    { event: { type: "ui.again" }, labelKey: "envelope:claim.again" },
    {
      event: { type: "ui.retry" },
      labelKey: state === "notMember" ? "envelope:claim.checkAgain" : "envelope:claim.retry",
      isWaiting: snapshot.matches({ notMember: "waiting" }),
    },
    { event: { type: "ui.back" }, labelKey: "envelope:claim.back" },
  ]);
}
