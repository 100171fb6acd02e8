import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { normalizePassphrase } from "#domain/passphrase/normalizePassphrase.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];

export interface EnvelopeClaimInput {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  /** What the person typed here before, and did not send with success; empty at first. */
  draft: string;
}

export interface EnvelopeDetail {
  envelope: Envelope;
  /** All of them: an envelope has at most a hundred. */
  claims: readonly Claim[];
}

export interface ClaimResult {
  claim: Claim;
  envelope: Envelope;
  alreadyClaimed: boolean;
}

export interface EnvelopeClaimContext {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  envelope: Envelope | null;
  claims: readonly Claim[];
  /** The person's own. */
  claim: Claim | null;
  /** Whether the person had the share before this visit, so that nothing is played again. */
  isRepeat: boolean;
  /** As typed. */
  passphrase: string;
  /** Whether the form was sent with a problem, so that it shows. */
  isChecked: boolean;
  /** Until the next try is allowed. */
  secondsLeft: number;
  /** When it is, by the clock of this device, so that a page asleep in the background waits no longer; null else. */
  retryAtMs: number | null;
  failure: Failure | null;
}

export type EnvelopeClaimEvent =
  | { type: "ui.open" }
  | { type: "ui.enter" }
  | { type: "ui.typePassphrase"; passphrase: string }
  | { type: "ui.submit" }
  | { type: "ui.skip" }
  | { type: "ui.refresh" }
  | { type: "ui.again" }
  | { type: "ui.back" }
  | { type: "ui.retry" };

export type EnvelopeClaimEmitted =
  /** Keep what was typed; null: there is nothing to keep any more. */
  | { type: "draft.changed"; draft: string | null }
  /** Let the hand feel it. */
  | { type: "vibrate"; kind: "heavy" | "success" | "warning" | "error" };

const DEFAULT_RETRY_AFTER_SECONDS = 60;

function isPassphraseRight({ passphrase }: EnvelopeClaimContext): boolean {
  return typeof normalizePassphrase(passphrase) !== "string";
}

function findOwnClaim(claims: readonly Claim[]): Claim | null {
  return claims.find((claim) => claim.isMine) ?? null;
}

function countSecondsLeft({ retryAtMs }: EnvelopeClaimContext, nowMs: number): number {
  return Math.ceil(((retryAtMs ?? nowMs) - nowMs) / 1000);
}

/** What is known of a failed claim is kept as its failure; only these two are the end of the envelope. */
function isEnd(error: unknown): boolean {
  return hasApiError(error, "soldOut") || hasApiError(error, "envelopeExpired");
}

/** Nothing is asked but the id: what is refused is no id. */
function isUnknown(error: unknown): boolean {
  return hasApiError(error, "notFound") || hasApiError(error, "invalidRequest");
}

function hasApiError(error: unknown, key: Extract<Failure, { kind: "api" }>["error"]): boolean {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === key;
}

function readRetryAfterSeconds(error: unknown): number {
  const failure = toFailure(error);
  return (failure.kind === "api" ? failure.retryAfterSeconds : undefined) ?? DEFAULT_RETRY_AFTER_SECONDS;
}

/** Claims a share of an envelope with its passphrase. A repeat is harmless: the server gives each person one share. */
export const envelopeClaimMachine = setup({
  types: {
    input: {} as EnvelopeClaimInput,
    context: {} as EnvelopeClaimContext,
    events: {} as EnvelopeClaimEvent,
    emitted: {} as EnvelopeClaimEmitted,
  },
  actors: {
    loadDetail: provideActor<EnvelopeDetail, { envelopeId: string }>("envelopeClaim.loadDetail"),
    claimEnvelope: provideActor<ClaimResult, { passphrase: string; envelopeId: string | null }>(
      "envelopeClaim.claimEnvelope",
    ),
    readClock: provideActor<number>("envelopeClaim.readClock"),
  },
  guards: {
    isLinked: ({ context }) => context.envelopeId !== null,
    isSearch: ({ context }) => context.envelopeId === null,
    isUnread: ({ context }) => context.envelopeId !== null && context.envelope === null,
    isPassphraseRight: ({ context }) => isPassphraseRight(context),
    isOwn: (_, { envelope }: EnvelopeDetail) =>
      envelope.passphrase !== null && (envelope.type === "ordinary" || envelope.status !== "open"),
    knowsPassphrase: ({ context }) => (context.envelope?.passphrase ?? null) !== null,
    canRetry: ({ context }) => !hasApiError(context.failure, "ownEnvelope"),
    hasOwnClaim: (_, params: EnvelopeDetail) => findOwnClaim(params.claims) !== null,
    isFinished: (_, params: EnvelopeDetail) => params.envelope.status === "finished",
    isOver: (_, params: EnvelopeDetail) => ["expired", "refunded", "cancelled"].includes(params.envelope.status),
    isOpen: (_, params: EnvelopeDetail) => params.envelope.status === "open",
    isAllReceivedNow: (_, params: EnvelopeDetail) => params.envelope.recordStatus === "received",
    isAllReceived: ({ context }) => context.envelope?.recordStatus === "received",
    isRepeat: (_, params: ClaimResult) => params.alreadyClaimed,
    wasRepeat: ({ context }) => context.isRepeat,
    wasExpired: ({ context }) => hasApiError(context.failure, "envelopeExpired"),
    isUnknown: (_, params: { error: unknown }) => isUnknown(params.error),
    isWrongPassphrase: (_, params: { error: unknown }) => hasApiError(params.error, "wrongPassphrase"),
    isThrottled: (_, params: { error: unknown }) => hasApiError(params.error, "tooManyTries"),
    isLinkedEnd: ({ context }, params: { error: unknown }) => context.envelopeId !== null && isEnd(params.error),
    isSoldOut: (_, params: { error: unknown }) => hasApiError(params.error, "soldOut"),
    isExpired: (_, params: { error: unknown }) => hasApiError(params.error, "envelopeExpired"),
    isFirstLook: ({ context }) => context.retryAtMs === null,
    hasToWait: ({ context }, params: { nowMs: number }) => countSecondsLeft(context, params.nowMs) > 0,
  },
  actions: {
    keepDetail: assign((_, { envelope, claims }: EnvelopeDetail) => ({ envelope, claims })),
    keepOwnDetail: assign(({ context }, { envelope, claims }: EnvelopeDetail) => ({
      envelope,
      claims,
      claim: findOwnClaim(claims) ?? context.claim,
    })),
    keepShare: assign((_, { claim, envelope, alreadyClaimed }: ClaimResult) => ({
      claim,
      envelope,
      isRepeat: alreadyClaimed,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteTimeout: assign({ failure: { kind: "timeout" } }),
    forgetFailure: assign({ failure: null }),
    forgetLink: assign({ envelopeId: null }),
    keepPassphrase: assign((_, { passphrase }: { passphrase: string }) => ({ passphrase })),
    forgetPassphrase: assign({ passphrase: "" }),
    tellDraft: emit(({ context: { passphrase } }) => ({
      type: "draft.changed",
      draft: passphrase === "" ? null : passphrase,
    })),
    tellSealBroken: emit({ type: "vibrate", kind: "heavy" }),
    tellLanded: emit({ type: "vibrate", kind: "success" }),
    tellTooLate: emit({ type: "vibrate", kind: "warning" }),
    tellRefused: emit({ type: "vibrate", kind: "error" }),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS, openingTime: 1000, second: 1000 },
}).createMachine({
  id: "envelopeClaim",
  description: "Claim of one share of an envelope.",
  context: ({ input }) => ({
    envelopeId: input.envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    isRepeat: false,
    passphrase: input.draft,
    isChecked: false,
    secondsLeft: 0,
    retryAtMs: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: {
        "ui.open": [
          { guard: "isLinked", target: "loadingDetail", description: "A link names the envelope." },
          { target: "entering", description: "The passphrase will find the envelope." },
        ],
      },
    },
    loadingDetail: {
      description: "The named envelope is being read.",
      invoke: {
        id: "loadDetail",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: [
          {
            guard: { type: "hasOwnClaim", params: ({ event }) => event.output },
            target: "alreadyClaimed",
            description: "The person has a share of it.",
            actions: [
              { type: "keepOwnDetail", params: ({ event }) => event.output },
              assign({ isRepeat: true }),
              "forgetPassphrase",
              "tellDraft",
            ],
          },
          {
            guard: { type: "isOwn", params: ({ event }) => event.output },
            target: "own",
            description: "The person sent it and cannot claim it.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isFinished", params: ({ event }) => event.output },
            target: "soldOut",
            description: "Every share is claimed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOver", params: ({ event }) => event.output },
            target: "expired",
            description: "Its time has passed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOpen", params: ({ event }) => event.output },
            target: "notReceived",
            description: "It can be claimed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            target: "missing",
            description: "It is not paid yet.",
          },
        ],
        onError: [
          {
            guard: { type: "isUnknown", params: ({ event }) => ({ error: event.error }) },
            target: "missing",
            description: "There is no such envelope.",
          },
          {
            target: "failed",
            description: "The server cannot be reached.",
            actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      after: {
        requestTimeout: { target: "failed", description: "No answer in time.", actions: "noteTimeout" },
      },
    },
    notReceived: {
      description: "The closed envelope: the person has received nothing of it.",
      on: {
        "ui.enter": [
          {
            guard: "knowsPassphrase",
            target: "claiming",
            description: "The sender of a lucky draw has nothing to type.",
            actions: assign({ passphrase: ({ context }) => context.envelope?.passphrase ?? "" }),
          },
          { target: "entering", description: "Claim it." },
        ],
      },
    },
    own: { description: "The person's own envelope, which they cannot claim: the page shows its details." },
    entering: {
      description: "The passphrase is being typed.",
      on: {
        "ui.typePassphrase": {
          description: "The passphrase changed.",
          actions: [{ type: "keepPassphrase", params: ({ event: { passphrase } }) => ({ passphrase }) }, "tellDraft"],
        },
        "ui.submit": [
          {
            guard: "isPassphraseRight",
            target: "claiming",
            description: "Claim with what was typed.",
            actions: assign({ isChecked: false }),
          },
          { description: "It cannot be a passphrase: say so.", actions: assign({ isChecked: true }) },
        ],
      },
    },
    claiming: {
      description: "The server decides.",
      invoke: {
        id: "claimEnvelope",
        src: "claimEnvelope",
        input: ({ context }) => ({ passphrase: context.passphrase, envelopeId: context.envelopeId }),
        onDone: [
          {
            guard: { type: "isRepeat", params: ({ event }) => event.output },
            target: "refreshing",
            description: "The person had a share before: nothing is played, the others are read.",
            actions: [{ type: "keepShare", params: ({ event }) => event.output }, "forgetPassphrase", "tellDraft"],
          },
          {
            target: "opening",
            description: "A share for this person.",
            actions: [
              { type: "keepShare", params: ({ event }) => event.output },
              "forgetPassphrase",
              "tellDraft",
              "tellSealBroken",
            ],
          },
        ],
        onError: [
          {
            guard: { type: "isWrongPassphrase", params: ({ event }) => ({ error: event.error }) },
            target: "wrongPassphrase",
            description: "No envelope has this passphrase.",
            actions: "tellRefused",
          },
          {
            guard: { type: "isThrottled", params: ({ event }) => ({ error: event.error }) },
            target: "tooManyTries",
            description: "Too many wrong tries.",
            actions: [
              assign({ secondsLeft: ({ event }) => readRetryAfterSeconds(event.error), retryAtMs: null }),
              "tellTooLate",
            ],
          },
          {
            guard: { type: "isLinkedEnd", params: ({ event }) => ({ error: event.error }) },
            target: "missed",
            description: "The envelope ended meanwhile; who got it can be read.",
            actions: [{ type: "keepFailure", params: ({ event }) => ({ error: event.error }) }, "tellTooLate"],
          },
          {
            guard: { type: "isSoldOut", params: ({ event }) => ({ error: event.error }) },
            target: "soldOut",
            description: "Every share is claimed.",
            actions: "tellTooLate",
          },
          {
            guard: { type: "isExpired", params: ({ event }) => ({ error: event.error }) },
            target: "expired",
            description: "Its time has passed.",
            actions: "tellTooLate",
          },
          {
            target: "failed",
            description: "It may not be claimed by this person, or the server cannot be reached.",
            actions: [{ type: "keepFailure", params: ({ event }) => ({ error: event.error }) }, "tellRefused"],
          },
        ],
      },
      after: {
        requestTimeout: {
          target: "failed",
          description: "No answer in time; a repeat is harmless.",
          actions: ["noteTimeout", "tellRefused"],
        },
      },
    },
    opening: {
      description: "The envelope opens; the amount is known already.",
      on: {
        "ui.skip": { target: "refreshing", description: "Show the amount at once.", actions: "tellLanded" },
      },
      after: {
        openingTime: { target: "refreshing", description: "Opened: the amount has landed.", actions: "tellLanded" },
      },
    },
    partiallyReceived: {
      description: "The person has a share; others are left.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others do." } },
    },
    received: {
      description: "The person has a share, and none is left.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others did." } },
    },
    alreadyClaimed: {
      description: "Shows what the person got before.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others do." } },
    },
    refreshing: {
      description: "The person's share is shown; the shares of the others are being read.",
      entry: "forgetFailure",
      invoke: {
        id: "refreshDetail",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.claim?.envelopeId ?? "" }),
        onDone: [
          {
            guard: "wasRepeat",
            target: "alreadyClaimed",
            description: "The share is an old one.",
            actions: { type: "keepOwnDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isAllReceivedNow", params: ({ event }) => event.output },
            target: "received",
            description: "No share is left.",
            actions: { type: "keepOwnDetail", params: ({ event }) => event.output },
          },
          {
            target: "partiallyReceived",
            description: "Shares are left.",
            actions: { type: "keepOwnDetail", params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: "wasRepeat",
            target: "alreadyClaimed",
            description: "Not now; keep showing what is known.",
            actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: "isAllReceived",
            target: "received",
            description: "Not now; keep showing what is known.",
            actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: "partiallyReceived",
            description: "Not now; keep showing what is known.",
            actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      after: {
        requestTimeout: [
          {
            guard: "wasRepeat",
            target: "alreadyClaimed",
            description: "No answer in time; keep showing what is known.",
            actions: "noteTimeout",
          },
          {
            guard: "isAllReceived",
            target: "received",
            description: "No answer in time; keep showing what is known.",
            actions: "noteTimeout",
          },
          {
            target: "partiallyReceived",
            description: "No answer in time; keep showing what is known.",
            actions: "noteTimeout",
          },
        ],
      },
    },
    missed: {
      description: "The envelope ended before the claim came; the shares of the others are being read.",
      invoke: {
        id: "readEnd",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: [
          {
            guard: "wasExpired",
            target: "expired",
            description: "Its time has passed.",
            actions: [{ type: "keepDetail", params: ({ event }) => event.output }, "forgetFailure"],
          },
          {
            target: "soldOut",
            description: "Every share is claimed.",
            actions: [{ type: "keepDetail", params: ({ event }) => event.output }, "forgetFailure"],
          },
        ],
        onError: [
          {
            guard: "wasExpired",
            target: "expired",
            description: "Its time has passed; the others stay unknown.",
            actions: "forgetFailure",
          },
          {
            target: "soldOut",
            description: "Every share is claimed; the others stay unknown.",
            actions: "forgetFailure",
          },
        ],
      },
      after: {
        requestTimeout: [
          {
            guard: "wasExpired",
            target: "expired",
            description: "Its time has passed; no answer about the others.",
            actions: "forgetFailure",
          },
          {
            target: "soldOut",
            description: "Every share is claimed; no answer about the others.",
            actions: "forgetFailure",
          },
        ],
      },
    },
    soldOut: {
      description: "Every share went to somebody else.",
      entry: ["forgetPassphrase", "tellDraft"],
      on: {
        "ui.again": { guard: "isSearch", target: "entering", description: "Try another passphrase." },
      },
    },
    expired: {
      description: "The envelope is closed; the rest went back to its sender.",
      entry: ["forgetPassphrase", "tellDraft"],
      on: {
        "ui.again": { guard: "isSearch", target: "entering", description: "Try another passphrase." },
      },
    },
    missing: {
      description: "The link leads to no envelope that can be claimed.",
      on: {
        "ui.again": {
          target: "entering",
          description: "A passphrase finds its envelope without a link.",
          actions: "forgetLink",
        },
      },
    },
    wrongPassphrase: {
      description: "The server knows no such envelope; what was typed is kept to be corrected.",
      on: {
        "ui.typePassphrase": {
          target: "entering",
          description: "Correct it.",
          actions: [{ type: "keepPassphrase", params: ({ event: { passphrase } }) => ({ passphrase }) }, "tellDraft"],
        },
      },
    },
    tooManyTries: {
      description: "Counts down until the next try is allowed; what was typed is kept.",
      initial: "looking",
      states: {
        looking: {
          description: "Looks at the clock.",
          invoke: {
            id: "readClock",
            src: "readClock",
            onDone: [
              {
                guard: "isFirstLook",
                target: "counting",
                description: "From now on the end is known.",
                actions: assign({ retryAtMs: ({ context, event }) => event.output + context.secondsLeft * 1000 }),
              },
              {
                guard: { type: "hasToWait", params: ({ event }) => ({ nowMs: event.output }) },
                target: "counting",
                description: "Not yet.",
                actions: assign({ secondsLeft: ({ context, event }) => countSecondsLeft(context, event.output) }),
              },
              {
                target: "#envelopeClaim.entering",
                description: "The next try is allowed.",
                actions: assign({ secondsLeft: 0, retryAtMs: null }),
              },
            ],
          },
        },
        counting: {
          description: "Between two looks.",
          after: { second: { target: "looking", description: "A second has passed, or many while the page slept." } },
        },
      },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": [
          {
            guard: "isUnread",
            target: "loadingDetail",
            description: "Read the envelope once more.",
            actions: "forgetFailure",
          },
          { guard: "canRetry", target: "claiming", description: "Claim once more.", actions: "forgetFailure" },
        ],
        "ui.typePassphrase": {
          target: "entering",
          description: "Try another one.",
          actions: [
            "forgetFailure",
            { type: "keepPassphrase", params: ({ event: { passphrase } }) => ({ passphrase }) },
            "tellDraft",
          ],
        },
        "ui.back": { target: "entering", description: "Type another passphrase.", actions: "forgetFailure" },
      },
    },
  },
});

export const envelopeClaimSecrets: readonly string[] = ["passphrase", "draft"];
