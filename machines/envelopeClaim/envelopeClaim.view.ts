import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { normalizePassphrase } from "#domain/passphrase/normalizePassphrase.ts";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { envelopeClaimMachine, EnvelopeClaimEvent } from "./envelopeClaim.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Action = ViewAction<EnvelopeClaimEvent>;
type Snapshot = SnapshotFrom<typeof envelopeClaimMachine>;
type State = Snapshot["value"];

export interface EnvelopeClaimView {
  state: State;
  isBusy: boolean;
  titleKey: string;
  /** Null until read, or where the passphrase alone has to find it. */
  envelope: Envelope | null;
  /** Of everybody, once read. */
  claims: readonly Claim[];
  /** What the person got: a whole-coin decimal string with the coin's label. */
  amount: { value: string; coinLabel: string; isBestLuck: boolean } | null;
  /** Shares claimed and given, once both are known. */
  progress: { received: number; count: number } | null;
  passphrase: string;
  /** i18n key; null where the passphrase is right, or was not sent yet. */
  passphraseProblem: string | null;
  /** Seconds until the next try is allowed. */
  secondsLeft: number | null;
  failureKey: string | null;
  actions: readonly Action[];
}

export function viewEnvelopeClaim(snapshot: Snapshot): EnvelopeClaimView {
  const { context, value } = snapshot;
  return {
    state: value,
    isBusy: value === "loadingDetail" || value === "claiming" || value === "refreshing",
    titleKey: `envelope:claim.state.${value}`,
    envelope: context.envelope,
    claims: context.claims,
    amount: viewAmount(context.claim),
    progress: viewProgress(context.envelope),
    passphrase: context.passphrase,
    passphraseProblem: context.isChecked ? findPassphraseProblem(context.passphrase) : null,
    secondsLeft: value === "tooManyTries" ? context.secondsLeft : null,
    failureKey: getShownFailureKey(snapshot),
    actions: ACTIONS[value](snapshot),
  };
}

function viewAmount(claim: Claim | null): EnvelopeClaimView["amount"] {
  if (claim === null) return null;
  return { value: claim.amount, coinLabel: COINS[claim.coinType].label, isBestLuck: claim.bestLuck };
}

function viewProgress(envelope: Envelope | null): EnvelopeClaimView["progress"] {
  if (envelope === null || envelope.count === null || envelope.receivedQuantity === null) return null;
  return { received: envelope.receivedQuantity, count: envelope.count };
}

function findPassphraseProblem(passphrase: string): string | null {
  const normalized = normalizePassphrase(passphrase);
  return typeof normalized === "string" ? `envelope:problem.${normalized}` : null;
}

const FAILURE_KEYS: Readonly<Partial<Record<State, string>>> = {
  wrongPassphrase: "errors:wrongPassphrase",
  tooManyTries: "errors:tooManyTries",
  soldOut: "errors:soldOut",
  expired: "errors:envelopeExpired",
};

function getShownFailureKey({ context, value }: Snapshot): string | null {
  return FAILURE_KEYS[value] ?? (context.failure === null ? null : getFailureKey(context.failure));
}

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "envelope:claim.open", enabled: true };
const ENTER: Action = { event: { type: "ui.enter" }, labelKey: "envelope:claim.enter", enabled: true };
const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "envelope:claim.submit", enabled: true };
const SKIP: Action = { event: { type: "ui.skip" }, labelKey: "envelope:claim.skip", enabled: true };
const REFRESH: Action = { event: { type: "ui.refresh" }, labelKey: "envelope:claim.refresh", enabled: true };
const AGAIN: Action = { event: { type: "ui.again" }, labelKey: "envelope:claim.again", enabled: true };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "envelope:claim.retry", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "envelope:claim.back", enabled: true };

const listSearchActions = ({ context }: Snapshot): readonly Action[] => (context.envelopeId === null ? [AGAIN] : []);

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  loadingDetail: () => [],
  notReceived: () => [ENTER],
  entering: () => [SUBMIT],
  claiming: () => [],
  opening: () => [SKIP],
  partiallyReceived: () => [REFRESH],
  received: () => [REFRESH],
  alreadyClaimed: () => [REFRESH],
  refreshing: () => [],
  soldOut: listSearchActions,
  expired: listSearchActions,
  wrongPassphrase: () => [],
  tooManyTries: () => [],
  failed: () => [RETRY, BACK],
};
