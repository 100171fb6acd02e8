import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { EnvelopeCloseContext, EnvelopeCloseEvent, EnvelopeCloseInput } from "./envelopeClose.machine.ts";

export interface EnvelopeCloseShape {
  context: EnvelopeCloseContext;
  event: EnvelopeCloseEvent;
  input: EnvelopeCloseInput;
  outputs: { close: undefined; countdown: undefined };
  snapshots: { countdown: { context: { secondsLeft: number | null } } };
}

/** PRODUCT.md 9: from some minutes after its opening its sender may end an envelope, once asked; what is left comes back. */
export const envelopeCloseTable: TransitionTable<EnvelopeCloseShape> = {
  context: (input) => ({ ...input, secondsLeft: null, failure: null }),
  asks: {
    countdown: ({ closableAtMs }) => ({ endsAtMs: closableAtMs }),
    close: ({ envelopeId }) => ({ envelopeId }),
  },
  states: {
    "(machine)": { initial: "early" },
    early: {
      "snapshot(countdown)": { changes: (_, { snapshot }) => ({ secondsLeft: snapshot.context.secondsLeft }) },
      "done(countdown)": { target: "ready", changes: { secondsLeft: null } },
    },
    ready: { "ui.close": { target: "asking" } },
    asking: { "ui.confirm": { target: "closing" }, "ui.back": { target: "ready" } },
    closing: {
      "done(close)": { target: "closed", emits: ["envelope.changed"] },
      "error(close)": {
        target: "failed",
        changes: (_, { error }) => ({ failure: toFailure(error) }),
        emits: ["envelope.changed"],
      },
    },
    failed: { "ui.close": { target: "asking", changes: { failure: null } } },
    closed: {},
  },
};
