import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { OrderFollowContext, OrderFollowEvent, OrderFollowInput, OrderReading } from "./orderFollow.machine.ts";

type Context = OrderFollowContext;
type ErrorEvent = { error: unknown };

export interface OrderFollowShape {
  context: OrderFollowContext;
  event: OrderFollowEvent;
  input: OrderFollowInput;
  outputs: { loadOrder: OrderReading };
}

/** The final states of an order's life cycle. */
const OVER = /^(paid|cancelled|expired)$/;

const keepReading = (_: Context, { output }: { output: OrderReading }): Partial<Context> => ({
  ...output,
  failure: null,
});
const keepFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const isKnown = ({ order }: Context): boolean => order !== null;

export const orderFollowTable: TransitionTable<OrderFollowShape> = {
  delaysMs: { pollInterval: 3_000 },
  asks: { loadOrder: ({ orderId }) => ({ orderId }) },
  context: ({ orderId, order }) => ({ orderId, order, envelopes: [], failure: null }),
  states: {
    "(machine)": { initial: "reading" },
    reading: {
      "done(loadOrder)": [
        {
          guard: "isEnded",
          when: (_, { output }) => OVER.test(output.order.status),
          target: "ended",
          changes: keepReading,
        },
        {
          target: "waiting",
          changes: keepReading,
          emits: (_, { output }) => [{ type: "order.read", order: output.order }],
        },
      ],
      "error(loadOrder)": [
        {
          guard: "isKnown",
          when: isKnown,
          target: "waiting",
          changes: keepFailure,
          emits: (_, { error }) => [{ type: "order.readFailed", error: toFailure(error) }],
        },
        { target: "failed", changes: keepFailure },
      ],
      "after(readTimeout)": [
        { guard: "isKnown", when: isKnown, target: "waiting" },
        { target: "failed", changes: { failure: { kind: "timeout" } } },
      ],
    },
    waiting: { "after(pollInterval)": { target: "reading" } },
    failed: { "ui.retry": { target: "reading", changes: { failure: null } } },
    ended: {},
  },
};
