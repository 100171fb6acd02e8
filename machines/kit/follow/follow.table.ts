import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { FollowContext, FollowEvent, FollowInput } from "./follow.machine.ts";
import type { OrderReading } from "./orderFollow.ts";

type Context = FollowContext<OrderReading>;
type ErrorEvent = { error: unknown };

/** The table follows an order. */
export interface FollowShape {
  context: Context;
  event: FollowEvent;
  input: FollowInput<OrderReading>;
  outputs: { read: OrderReading };
}

/** The final states of an order's life cycle. */
const OVER = /^(paid|cancelled|expired)$/;

const keepReading = (_: Context, { output }: { output: OrderReading }): Partial<Context> => ({
  reading: output,
  failure: null,
});
const keepFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const isKnown = ({ reading }: Context): boolean => reading !== null;

export const followTable: TransitionTable<FollowShape> = {
  delaysMs: { pollInterval: 3_000, readTimeout: 20_000 },
  asks: { read: ({ id }) => ({ id }) },
  context: ({ id, reading }) => ({ id, reading, failure: null }),
  states: {
    "(machine)": { initial: "reading" },
    reading: {
      "done(read)": [
        {
          guard: "isEnded",
          when: (_, { output }) => OVER.test(output.order.status),
          target: "ended",
          changes: keepReading,
        },
        {
          target: "waiting",
          changes: keepReading,
          emits: (_, { output }) => [{ type: "follow.read", reading: output }],
        },
      ],
      "error(read)": [
        {
          guard: "isKnown",
          when: isKnown,
          target: "waiting",
          changes: keepFailure,
          emits: (_, { error }) => [{ type: "follow.readFailed", error: toFailure(error) }],
        },
        { target: "failed", changes: keepFailure },
      ],
      "after(readTimeout)": { guard: "isKnown", when: isKnown, target: "waiting" },
    },
    waiting: { "after(pollInterval)": { target: "reading" } },
    failed: { "ui.retry": { target: "reading", changes: { failure: null } } },
    ended: {},
  },
};
