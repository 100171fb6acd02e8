import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type {
  EnvelopeShareContext,
  EnvelopeShareEvent,
  EnvelopeShareInput,
  ShareMessage,
  ShareOutcome,
} from "./envelopeShare.machine.ts";

export interface EnvelopeShareShape {
  context: EnvelopeShareContext;
  event: EnvelopeShareEvent;
  input: EnvelopeShareInput;
  outputs: { prepareShare: ShareMessage; offerShare: ShareOutcome };
}

const PREPARE = { target: "preparing", changes: { message: null, failure: null } };

/** PRODUCT.md 4: `redpackage/share` → prepared inline message, fallback share link. */
export const envelopeShareTable: TransitionTable<EnvelopeShareShape> = {
  delaysMs: { sharedShown: 3_000 },
  asks: {
    prepareShare: ({ envelopeId }) => ({ envelopeId }),
    offerShare: ({ message }) => ({ message }),
  },
  context: ({ envelopeId }) => ({ envelopeId, message: null, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.share": PREPARE },
    preparing: {
      "done(prepareShare)": { target: "offering", changes: (_, { output }) => ({ message: output }) },
      "error(prepareShare)": { target: "failed", changes: (_, { error }) => ({ failure: toFailure(error) }) },
    },
    offering: {
      "done(offerShare)": [
        {
          guard: "isDeclined",
          when: (_, { output }) => output === "declined",
          target: "idle",
          changes: { message: null },
        },
        { target: "shared", changes: { message: null } },
      ],
      "error(offerShare)": {
        target: "failed",
        changes: (_, { error }) => ({ message: null, failure: toFailure(error) }),
      },
    },
    shared: { "ui.share": PREPARE, "after(sharedShown)": { target: "idle" } },
    failed: { "ui.share": PREPARE },
  },
};
