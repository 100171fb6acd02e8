import { assign, emit, setup } from "xstate";
import type { Reaction } from "#domain/envelope/reactions.ts";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo } from "../kit/request.ts";

export interface EnvelopeThankInput {
  envelopeId: string;
  /** How the person thanks already; null who does not. */
  saved: Reaction | null;
}

export interface EnvelopeThankContext extends EnvelopeThankInput {
  shown: Reaction | null;
  /** Of the last change. */
  failure: Failure | null;
}

/** The same once more takes it back. */
export type EnvelopeThankEvent = { type: "ui.react"; reaction: Reaction };

export type EnvelopeThankEmitted = { type: "thanks.changed" };

interface Reacted {
  reaction: Reaction | null;
}

export const envelopeThankMachine = setup({
  types: {
    input: {} as EnvelopeThankInput,
    context: {} as EnvelopeThankContext,
    events: {} as EnvelopeThankEvent,
    emitted: {} as EnvelopeThankEmitted,
  },
  actors: {
    /** Answers what the server has now. */
    thank: provideActor<Reacted, Reacted & { envelopeId: string }>("envelopeThank.thank"),
  },
  actions: {
    turn: assign(({ context }, { reaction }: { reaction: Reaction }) => ({
      shown: context.shown === reaction ? null : reaction,
      failure: null,
    })),
    setSaved: assign((_, { reaction }: Reacted) => ({ saved: reaction, shown: reaction })),
    setFailure: assign(({ context }, { error }: { error: unknown }) => ({
      shown: context.saved,
      failure: toFailure(error),
    })),
    emitChanged: emit({ type: "thanks.changed" }),
  },
}).createMachine({
  id: "envelopeThank",
  description: "Who has a share thanks the sender with one sign, changes it, or takes it back.",
  context: ({ input }) => ({ ...input, shown: input.saved, failure: null }),
  initial: "settled",
  states: {
    settled: {
      description: "What is shown is what the server has.",
      on: {
        "ui.react": {
          target: "saving",
          actions: { type: "turn", params: ({ event }) => ({ reaction: event.reaction }) },
          description: "A sign is tapped: it is shown at once.",
        },
      },
    },
    saving: {
      description: "It is on its way; the others wait.",
      invoke: {
        id: "thank",
        src: "thank",
        input: ({ context }) => ({ envelopeId: context.envelopeId, reaction: context.shown }),
        onDone: {
          target: "settled",
          actions: [{ type: "setSaved", params: ({ event }) => ({ reaction: event.output.reaction }) }, "emitChanged"],
          description: "The server has it.",
        },
        onError: failTo({ target: "settled", description: "It was not saved: what was before is shown again." }),
      },
    },
  },
});
