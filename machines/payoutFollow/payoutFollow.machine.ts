import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { toFailure, type Failure } from "../failure.ts";
import { isLivePayout } from "../lifecycle/payout/payoutStatuses.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure, keepTimeout } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type Payout = components["schemas"]["Payout"];

export interface PayoutFollowInput {
  payoutId: string;
  /** The payout as it is known; null where it was never read. */
  payout: Payout | null;
}

export interface PayoutFollowContext {
  payoutId: string;
  /** Null until the first reading. */
  payout: Payout | null;
  /** Of the last reading; null once one succeeds. */
  failure: Failure | null;
}

export type PayoutFollowEvent = { type: "ui.retry" };

/** Every reading that does not end the payout. A parent gets these as events: see `payoutFollowChild`. */
export type PayoutFollowEmitted =
  | { type: "payout.read"; payout: Payout }
  | { type: "payout.readFailed"; error: Failure };

function createOutput({ payout }: PayoutFollowContext): Payout {
  if (payout === null) throw new Error("a payout ended before it was read");
  return payout;
}

/** Reads one payout again and again until it ends: paid, cancelled or returned. */
export const payoutFollowMachine = setup({
  types: {
    input: {} as PayoutFollowInput,
    context: {} as PayoutFollowContext,
    events: {} as PayoutFollowEvent,
    emitted: {} as PayoutFollowEmitted,
    output: {} as Payout,
  },
  actors: {
    loadPayout: provideActor<Payout, { payoutId: string }>("payoutFollow.loadPayout"),
  },
  guards: {
    isEnded: (_, params: { payout: Payout }) => !isLivePayout(params.payout.status),
    isKnown: ({ context }) => context.payout !== null,
  },
  actions: {
    keepReading: assign((_, { payout }: { payout: Payout }) => ({ payout, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
    report: emit((_, report: PayoutFollowEmitted) => report),
  },
  delays: {
    pollInterval: 3000,
    /** The next reading may succeed sooner than a slow one; a first one has the full time of a request. */
    readTimeout: ({ context }) => (context.payout === null ? REQUEST_TIMEOUT_MS : 20_000),
  },
}).createMachine({
  id: "payoutFollow",
  description: "One payout, followed until it ends.",
  context: ({ input }) => ({ ...input, failure: null }),
  output: ({ context }) => createOutput(context),
  initial: "reading",
  states: {
    reading: {
      description: "The payout is being read.",
      invoke: {
        id: "loadPayout",
        src: "loadPayout",
        input: ({ context }) => ({ payoutId: context.payoutId }),
        onDone: [
          {
            guard: { type: "isEnded", params: ({ event }) => ({ payout: event.output }) },
            target: "ended",
            description: "It is paid, cancelled or returned.",
            actions: { type: "keepReading", params: ({ event }) => ({ payout: event.output }) },
          },
          {
            target: "waiting",
            description: "It is on its way, or held.",
            actions: [
              { type: "keepReading", params: ({ event }) => ({ payout: event.output }) },
              { type: "report", params: ({ event }) => ({ type: "payout.read" as const, payout: event.output }) },
            ],
          },
        ],
        onError: [
          {
            guard: "isKnown",
            target: "waiting",
            description: "It cannot be read now; what is known of it stays.",
            actions: [
              keepFailure,
              {
                type: "report",
                params: ({ event }) => ({ type: "payout.readFailed" as const, error: toFailure(event.error) }),
              },
            ],
          },
          { target: "failed", description: "It cannot be read, and nothing is known of it.", actions: keepFailure },
        ],
      },
      after: {
        readTimeout: [
          { guard: "isKnown", target: "waiting", description: "No answer in time: ask again later." },
          { target: "failed", description: "No answer in time, and nothing is known of it.", actions: keepTimeout },
        ],
      },
    },
    waiting: {
      description: "The pause between two readings.",
      after: { pollInterval: { target: "reading", description: "Read it again." } },
    },
    failed: {
      description: "The first reading failed; the person decides about another.",
      on: { "ui.retry": { target: "reading", description: "Read it again.", actions: "forgetFailure" } },
    },
    ended: { type: "final", description: "Nothing changes the payout any more." },
  },
});

/** Addresses and transaction ids are public. */
export const payoutFollowSecrets: readonly string[] = [];
