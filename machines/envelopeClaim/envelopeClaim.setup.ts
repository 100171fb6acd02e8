import { assign, emit, enqueueActions, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { countdownMachine } from "../countdown/countdown.machine.ts";
import { isSentByMe } from "../lifecycle/envelope/isSentByMe.ts";
import { hasApiError, toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { toRetryAfterSeconds } from "../kit/failureText.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];

export interface EnvelopeClaimInput {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  /** What the person typed here before, and did not send with success; empty at first. */
  passphrase: string;
}

export interface EnvelopeDetail {
  envelope: Envelope;
  /** All of them: an envelope has at most a hundred. */
  claims: readonly Claim[];
}

/** What the page reads as it opens. */
export interface FirstDetail extends EnvelopeDetail {
  /** The person claimed in a chat and has not seen the envelope open; told once, so this page plays it. */
  hasOpening: boolean;
}

export interface ClaimResult {
  claim: Claim;
  envelope: Envelope;
  alreadyClaimed: boolean;
}

export interface ClaimRequest {
  /** Null where members open the envelope by a tap. */
  passphrase: string | null;
  envelopeId: string | null;
}

export interface EnvelopeClaimContext {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  envelope: Envelope | null;
  claims: readonly Claim[];
  /** The person's own. */
  claim: Claim | null;
  /** As typed. */
  passphrase: string;
  /** Until the next try is allowed; null where there is none to wait for. */
  secondsLeft: number | null;
  failure: Failure | null;
}

export type EnvelopeClaimEvent =
  | { type: "ui.open" }
  | { type: "ui.enter" }
  | { type: "ui.type"; field: "passphrase"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.skip" }
  | { type: "ui.refresh" }
  | { type: "ui.again" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  /** The page is gone. */
  | { type: "ui.leave" };

/** How the request for the claim ends. */
type ClaimAnswered =
  | { type: "xstate.done.actor.claimEnvelope"; output: ClaimResult }
  | { type: "xstate.error.actor.claimEnvelope"; error: unknown };

export type EnvelopeClaimEmitted =
  /** Keep what was typed; null: there is nothing to keep any more. */
  | { type: "draft.changed"; passphrase: string | null }
  /** Have the device vibrate. */
  | { type: "vibrate"; kind: "light" | "heavy" | "success" | "warning" | "error" }
  /** What the claim came to whose page was left before it showed. */
  | { type: "share.unseen"; claim: Claim }
  | { type: "failure.unseen"; failure: Failure };

function isPassphraseRight({ passphrase }: EnvelopeClaimContext): boolean {
  return typeof readTriedKey(passphrase) !== "string";
}

/** Whether a tap opens it and nothing has to be typed. */
export function isForMembers({ envelope }: Pick<EnvelopeClaimContext, "envelope">): boolean {
  return envelope?.claimRule === "members";
}

function isAllReceived({ envelope }: EnvelopeClaimContext): boolean {
  return envelope?.recordStatus === "received";
}

function findOwnClaim(claims: readonly Claim[]): Claim | null {
  return claims.find((claim) => claim.isMine) ?? null;
}

/** The id is the only input, so `invalidRequest` means a malformed id. */
function isUnknown(error: unknown): boolean {
  return hasApiError(error, "notFound") || hasApiError(error, "invalidRequest");
}

export const envelopeClaimSetup = setup({
  types: {
    input: {} as EnvelopeClaimInput,
    context: {} as EnvelopeClaimContext,
    events: {} as EnvelopeClaimEvent | ClaimAnswered,
    tags: {} as "busy" | "fresh",
    emitted: {} as EnvelopeClaimEmitted,
  },
  actors: {
    loadFirst: provideActor<FirstDetail, { envelopeId: string }>("envelopeClaim.loadFirst"),
    loadDetail: provideActor<EnvelopeDetail, { envelopeId: string }>("envelopeClaim.loadDetail"),
    claimEnvelope: provideActor<ClaimResult, ClaimRequest>("envelopeClaim.claimEnvelope"),
    countdown: countdownMachine,
  },
  guards: {
    isLinked: ({ context }) => context.envelopeId !== null,
    isSearch: ({ context }) => context.envelopeId === null,
    isPassphraseRight: ({ context }) => isPassphraseRight(context),
    isOwn: (_, { envelope }: EnvelopeDetail) =>
      isSentByMe(envelope) && (envelope.type === "ordinary" || envelope.status !== "open"),
    isForMembers: ({ context }) => isForMembers(context),
    isNoMember: (_, params: { error: unknown }) => hasApiError(params.error, "membersOnly"),
    knowsPassphrase: ({ context }) => (context.envelope?.passphrase ?? null) !== null,
    hasOpening: (_, params: FirstDetail) => params.hasOpening && findOwnClaim(params.claims) !== null,
    hasOwnClaim: (_, params: EnvelopeDetail) => findOwnClaim(params.claims) !== null,
    isFinished: (_, params: EnvelopeDetail) => params.envelope.status === "finished",
    isOver: (_, params: EnvelopeDetail) => ["expired", "refunded", "cancelled"].includes(params.envelope.status),
    isOpen: (_, params: EnvelopeDetail) => params.envelope.status === "open",
    isAllReceived: ({ context }) => isAllReceived(context),
    isSomeLeft: ({ context }) => !isAllReceived(context),
    isRepeat: (_, params: ClaimResult) => params.alreadyClaimed,
    isUnknown: (_, params: { error: unknown }) => isUnknown(params.error),
    isWrongPassphrase: ({ context }, params: { error: unknown }) =>
      !isForMembers(context) && hasApiError(params.error, "wrongPassphrase"),
    isTyped: ({ context }) => !isForMembers(context),
    isThrottled: (_, params: { error: unknown }) => hasApiError(params.error, "tooManyTries"),
    isLinkedSoldOut: ({ context }, params: { error: unknown }) =>
      context.envelopeId !== null && hasApiError(params.error, "soldOut"),
    isLinkedExpired: ({ context }, params: { error: unknown }) =>
      context.envelopeId !== null && hasApiError(params.error, "envelopeExpired"),
    isSoldOut: (_, params: { error: unknown }) => hasApiError(params.error, "soldOut"),
    isExpired: (_, params: { error: unknown }) => hasApiError(params.error, "envelopeExpired"),
    isOwnEnvelope: (_, params: { error: unknown }) => hasApiError(params.error, "ownEnvelope"),
    isUnauthorized: (_, params: { error: unknown }) => toFailure(params.error).kind === "unauthorized",
  },
  actions: {
    setDetail: assign((_, { envelope, claims }: EnvelopeDetail) => ({ envelope, claims })),
    setOwnDetail: assign(({ context }, { envelope, claims }: EnvelopeDetail) => ({
      envelope,
      claims,
      claim: findOwnClaim(claims) ?? context.claim,
    })),
    setShare: assign((_, { claim, envelope }: ClaimResult) => ({ claim, envelope })),
    setConditions: assign(({ context: { envelope } }, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      const conditions = failure.kind === "api" ? failure.conditions : undefined;
      return {
        envelope:
          envelope === null || conditions === undefined ? envelope : { ...envelope, conditions: [...conditions] },
      };
    }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: null }),
    clearLink: assign({ envelopeId: null }),
    setWait: assign((_, { error }: { error: unknown }) => ({ secondsLeft: toRetryAfterSeconds(error) })),
    setSecondsLeft: assign((_, { secondsLeft }: { secondsLeft: number | null }) => ({ secondsLeft })),
    clearWait: assign({ secondsLeft: null }),
    setPassphrase: assign((_, { passphrase }: { passphrase: string }) => ({ passphrase })),
    clearPassphrase: assign({ passphrase: "" }),
    emitDraft: emit(({ context: { passphrase } }) => ({
      type: "draft.changed",
      passphrase: passphrase === "" ? null : passphrase,
    })),
    emitLightVibration: emit({ type: "vibrate", kind: "light" }),
    emitHeavyVibration: emit({ type: "vibrate", kind: "heavy" }),
    emitSuccessVibration: emit({ type: "vibrate", kind: "success" }),
    emitWarningVibration: emit({ type: "vibrate", kind: "warning" }),
    emitErrorVibration: emit({ type: "vibrate", kind: "error" }),
    emitUnseenShare: enqueueActions(({ enqueue }, { claim }: { claim: Claim | null }) => {
      if (claim !== null) enqueue.emit({ type: "share.unseen", claim });
    }),
    emitUnseenFailure: emit((_, { error }: { error: unknown }) => ({
      type: "failure.unseen" as const,
      failure: toFailure(error),
    })),
  },
  delays: { turnTime: 900, openingTime: 1000 },
});
