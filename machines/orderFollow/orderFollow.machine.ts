import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { toFailure, type Failure } from "../failure.ts";
import { isOpenStatus } from "../lifecycle/order/orderStatuses.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure, keepTimeout } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

export interface OrderFollowInput {
  orderId: string;
  /** The order as it is known; null where it was never read. */
  order: Order | null;
}

export interface OrderReading {
  order: Order;
  /** The envelopes of a paid order, where this person may see them; else empty. */
  envelopes: readonly Envelope[];
}

export interface OrderFollowContext {
  orderId: string;
  /** Null until the first reading. */
  order: Order | null;
  envelopes: readonly Envelope[];
  /** Of the last reading; null once one succeeds. */
  failure: Failure | null;
}

export type OrderFollowEvent = { type: "ui.retry" };

/** Every reading that does not end the order. A parent gets these as events: see `orderFollowChild`. */
export type OrderFollowEmitted = { type: "order.read"; order: Order } | { type: "order.readFailed"; error: Failure };

function createOutput({ order, envelopes }: OrderFollowContext): OrderReading {
  if (order === null) throw new Error("an order ended before it was read");
  return { order, envelopes };
}

/** Reads one order again and again until it ends: paid, cancelled or expired. */
export const orderFollowMachine = setup({
  types: {
    input: {} as OrderFollowInput,
    context: {} as OrderFollowContext,
    events: {} as OrderFollowEvent,
    emitted: {} as OrderFollowEmitted,
    output: {} as OrderReading,
  },
  actors: {
    loadOrder: provideActor<OrderReading, { orderId: string }>("orderFollow.loadOrder"),
  },
  guards: {
    isEnded: (_, params: OrderReading) => !isOpenStatus(params.order.status),
    isKnown: ({ context }) => context.order !== null,
  },
  actions: {
    keepReading: assign((_, { order, envelopes }: OrderReading) => ({ order, envelopes, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
    report: emit((_, report: OrderFollowEmitted) => report),
  },
  delays: {
    pollInterval: 3000,
    /** The next reading may succeed sooner than a slow one; a first one has the full time of a request. */
    readTimeout: ({ context }) => (context.order === null ? REQUEST_TIMEOUT_MS : 20_000),
  },
}).createMachine({
  id: "orderFollow",
  description: "One order, followed until it ends.",
  context: ({ input }) => ({ ...input, envelopes: [], failure: null }),
  output: ({ context }) => createOutput(context),
  initial: "reading",
  states: {
    reading: {
      description: "The order is being read.",
      invoke: {
        id: "loadOrder",
        src: "loadOrder",
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: [
          {
            guard: { type: "isEnded", params: ({ event }) => event.output },
            target: "ended",
            description: "It is paid, cancelled or expired.",
            actions: { type: "keepReading", params: ({ event }) => event.output },
          },
          {
            target: "waiting",
            description: "It is open.",
            actions: [
              { type: "keepReading", params: ({ event }) => event.output },
              { type: "report", params: ({ event }) => ({ type: "order.read" as const, order: event.output.order }) },
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
                params: ({ event }) => ({ type: "order.readFailed" as const, error: toFailure(event.error) }),
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
    ended: { type: "final", description: "Nothing changes the order any more." },
  },
});

export const orderFollowSecrets: readonly string[] = ["passphrase", "externalPaymentCode", "paymentUrl"];
