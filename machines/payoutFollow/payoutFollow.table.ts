import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { PayoutFollowContext, PayoutFollowEvent, PayoutFollowInput } from "./payoutFollow.machine.ts";

type Context = PayoutFollowContext;
type Payout = components["schemas"]["Payout"];
type ErrorEvent = { error: unknown };

export interface PayoutFollowShape {
  context: PayoutFollowContext;
  event: PayoutFollowEvent;
  input: PayoutFollowInput;
  outputs: { loadPayout: Payout };
}

/** The final states of a payout's life cycle. */
const OVER = /^(paid|cancelled|returned)$/;

const keepReading = (_: Context, { output }: { output: Payout }): Partial<Context> => ({
  payout: output,
  failure: null,
});
const keepFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const isKnown = ({ payout }: Context): boolean => payout !== null;

export const payoutFollowTable: TransitionTable<PayoutFollowShape> = {
  delaysMs: { pollInterval: 3_000 },
  asks: { loadPayout: ({ payoutId }) => ({ payoutId }) },
  context: ({ payoutId, payout }) => ({ payoutId, payout, failure: null }),
  states: {
    "(machine)": { initial: "reading" },
    reading: {
      "done(loadPayout)": [
        {
          guard: "isEnded",
          when: (_, { output }) => OVER.test(output.status),
          target: "ended",
          changes: keepReading,
        },
        {
          target: "waiting",
          changes: keepReading,
          emits: (_, { output }) => [{ type: "payout.read", payout: output }],
        },
      ],
      "error(loadPayout)": [
        {
          guard: "isKnown",
          when: isKnown,
          target: "waiting",
          changes: keepFailure,
          emits: (_, { error }) => [{ type: "payout.readFailed", error: toFailure(error) }],
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
