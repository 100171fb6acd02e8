import { assign, setup } from "xstate";
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

export interface EnvelopeClaimContext extends EnvelopeClaimInput {
  envelope: Envelope | null;
  claims: readonly Claim[];
  /** The person's own. */
  claim: Claim | null;
  /** As typed. */
  passphrase: string;
  /** Whether the form was sent with a problem, so that it shows. */
  isChecked: boolean;
  /** Until the next try is allowed. */
  secondsLeft: number;
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

const DEFAULT_RETRY_AFTER_SECONDS = 60;

function isPassphraseRight({ passphrase }: EnvelopeClaimContext): boolean {
  return typeof normalizePassphrase(passphrase) !== "string";
}

function findOwnClaim(claims: readonly Claim[]): Claim | null {
  return claims.find((claim) => claim.isMine) ?? null;
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
  },
  actors: {
    loadDetail: provideActor<EnvelopeDetail, { envelopeId: string }>("envelopeClaim.loadDetail"),
    claimEnvelope: provideActor<ClaimResult, { passphrase: string; envelopeId: string | null }>(
      "envelopeClaim.claimEnvelope",
    ),
  },
  guards: {
    isLinked: ({ context }) => context.envelopeId !== null,
    isSearch: ({ context }) => context.envelopeId === null,
    isPassphraseRight: ({ context }) => isPassphraseRight(context),
    hasOwnClaim: (_, params: EnvelopeDetail) => findOwnClaim(params.claims) !== null,
    isFinished: (_, params: EnvelopeDetail) => params.envelope.status === "finished",
    isOver: (_, params: EnvelopeDetail) => ["expired", "refunded", "cancelled"].includes(params.envelope.status),
    isOpen: (_, params: EnvelopeDetail) => params.envelope.status === "open",
    isAllReceivedNow: (_, params: EnvelopeDetail) => params.envelope.recordStatus === "received",
    isAllReceived: ({ context }) => context.envelope?.recordStatus === "received",
    isRepeat: (_, params: ClaimResult) => params.alreadyClaimed,
    isWrongPassphrase: (_, params: { error: unknown }) => hasApiError(params.error, "wrongPassphrase"),
    isThrottled: (_, params: { error: unknown }) => hasApiError(params.error, "tooManyTries"),
    isSoldOut: (_, params: { error: unknown }) => hasApiError(params.error, "soldOut"),
    isExpired: (_, params: { error: unknown }) => hasApiError(params.error, "envelopeExpired"),
    hasToWait: ({ context }) => context.secondsLeft > 1,
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS, openingTime: 2600, second: 1000 },
}).createMachine({
  id: "envelopeClaim",
  description: "Claim of one share of an envelope.",
  context: ({ input }) => ({
    ...input,
    envelope: null,
    claims: [],
    claim: null,
    passphrase: "",
    isChecked: false,
    secondsLeft: 0,
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
            actions: assign(({ event }) => ({ ...event.output, claim: findOwnClaim(event.output.claims) })),
          },
          {
            guard: { type: "isFinished", params: ({ event }) => event.output },
            target: "soldOut",
            description: "Every share is claimed.",
            actions: assign(({ event }) => event.output),
          },
          {
            guard: { type: "isOver", params: ({ event }) => event.output },
            target: "expired",
            description: "Its time has passed.",
            actions: assign(({ event }) => event.output),
          },
          {
            guard: { type: "isOpen", params: ({ event }) => event.output },
            target: "notReceived",
            description: "It can be claimed.",
            actions: assign(({ event }) => event.output),
          },
          {
            target: "failed",
            description: "It is not paid yet.",
            actions: assign({ failure: { kind: "api", error: "notFound", message: "" } }),
          },
        ],
        onError: {
          target: "failed",
          description: "There is no such envelope, or the server cannot be reached.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
      after: {
        requestTimeout: {
          target: "failed",
          description: "No answer in time.",
          actions: assign({ failure: { kind: "timeout" } }),
        },
      },
    },
    notReceived: {
      description: "The closed envelope: the person has received nothing of it.",
      on: { "ui.enter": { target: "entering", description: "Claim it." } },
    },
    entering: {
      description: "The passphrase is being typed.",
      on: {
        "ui.typePassphrase": {
          description: "The passphrase changed.",
          actions: assign({ passphrase: ({ event }) => event.passphrase }),
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
            target: "alreadyClaimed",
            description: "The person had a share before.",
            actions: assign(({ event }) => ({
              claim: event.output.claim,
              envelope: event.output.envelope,
              passphrase: "",
            })),
          },
          {
            target: "opening",
            description: "A share for this person.",
            actions: assign(({ event }) => ({
              claim: event.output.claim,
              envelope: event.output.envelope,
              passphrase: "",
            })),
          },
        ],
        onError: [
          {
            guard: { type: "isWrongPassphrase", params: ({ event }) => ({ error: event.error }) },
            target: "wrongPassphrase",
            description: "No envelope has this passphrase.",
          },
          {
            guard: { type: "isThrottled", params: ({ event }) => ({ error: event.error }) },
            target: "tooManyTries",
            description: "Too many wrong tries.",
            actions: assign({ secondsLeft: ({ event }) => readRetryAfterSeconds(event.error) }),
          },
          {
            guard: { type: "isSoldOut", params: ({ event }) => ({ error: event.error }) },
            target: "soldOut",
            description: "Every share is claimed.",
          },
          {
            guard: { type: "isExpired", params: ({ event }) => ({ error: event.error }) },
            target: "expired",
            description: "Its time has passed.",
          },
          {
            target: "failed",
            description: "It may not be claimed by this person, or the server cannot be reached.",
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
        ],
      },
      after: {
        requestTimeout: {
          target: "failed",
          description: "No answer in time; a repeat is harmless.",
          actions: assign({ failure: { kind: "timeout" } }),
        },
      },
    },
    opening: {
      description: "The envelope opens; the amount is known already.",
      on: {
        "ui.skip": [
          {
            guard: "isAllReceived",
            target: "received",
            description: "Show the amount at once; it was the last share.",
          },
          { target: "partiallyReceived", description: "Show the amount at once." },
        ],
      },
      after: {
        openingTime: [
          { guard: "isAllReceived", target: "received", description: "Opened; it was the last share." },
          { target: "partiallyReceived", description: "Opened." },
        ],
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
      description: "The envelope of the person's share is being read.",
      entry: assign({ failure: null }),
      invoke: {
        id: "refreshDetail",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.claim?.envelopeId ?? "" }),
        onDone: [
          {
            guard: { type: "isAllReceivedNow", params: ({ event }) => event.output },
            target: "received",
            description: "No share is left.",
            actions: assign(({ context, event }) => ({
              ...event.output,
              claim: findOwnClaim(event.output.claims) ?? context.claim,
            })),
          },
          {
            target: "partiallyReceived",
            description: "Shares are left.",
            actions: assign(({ context, event }) => ({
              ...event.output,
              claim: findOwnClaim(event.output.claims) ?? context.claim,
            })),
          },
        ],
        onError: [
          {
            guard: "isAllReceived",
            target: "received",
            description: "Not now; keep showing what is known.",
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
          {
            target: "partiallyReceived",
            description: "Not now; keep showing what is known.",
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
        ],
      },
      after: {
        requestTimeout: [
          {
            guard: "isAllReceived",
            target: "received",
            description: "No answer in time; keep showing what is known.",
            actions: assign({ failure: { kind: "timeout" } }),
          },
          {
            target: "partiallyReceived",
            description: "No answer in time; keep showing what is known.",
            actions: assign({ failure: { kind: "timeout" } }),
          },
        ],
      },
    },
    soldOut: {
      description: "Every share went to somebody else.",
      on: {
        "ui.again": {
          guard: "isSearch",
          target: "entering",
          description: "Try another passphrase.",
          actions: assign({ passphrase: "" }),
        },
      },
    },
    expired: {
      description: "The envelope is closed; the rest went back to its sender.",
      on: {
        "ui.again": {
          guard: "isSearch",
          target: "entering",
          description: "Try another passphrase.",
          actions: assign({ passphrase: "" }),
        },
      },
    },
    wrongPassphrase: {
      description: "The server knows no such envelope.",
      on: {
        "ui.typePassphrase": {
          target: "entering",
          description: "Correct it.",
          actions: assign({ passphrase: ({ event }) => event.passphrase }),
        },
      },
    },
    tooManyTries: {
      description: "Counts down until the next try is allowed.",
      after: {
        second: [
          {
            guard: "hasToWait",
            target: "tooManyTries",
            reenter: true,
            description: "One second less.",
            actions: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
          },
          {
            target: "entering",
            description: "The next try is allowed.",
            actions: assign({ secondsLeft: 0, passphrase: "" }),
          },
        ],
      },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": [
          {
            guard: "isPassphraseRight",
            target: "claiming",
            description: "Claim once more.",
            actions: assign({ failure: null }),
          },
          {
            target: "loadingDetail",
            description: "Read the envelope once more.",
            actions: assign({ failure: null }),
          },
        ],
        "ui.back": { target: "entering", description: "Type another passphrase.", actions: assign({ failure: null }) },
      },
    },
  },
});

export const envelopeClaimSecrets: readonly string[] = ["passphrase"];
