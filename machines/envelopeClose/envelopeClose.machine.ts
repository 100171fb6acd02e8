import { emit, setup } from "xstate";
import { countdown } from "../kit/countdown.ts";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, setFailure } from "../kit/request.ts";

export interface EnvelopeCloseInput {
  envelopeId: string;
  /** From when on it may be ended, in milliseconds since the epoch. */
  closableAtMs: number;
}

export interface EnvelopeCloseContext extends EnvelopeCloseInput {
  failure: Failure | null;
}

export type EnvelopeCloseEvent = { type: "ui.close" } | { type: "ui.confirm" } | { type: "ui.back" };

export const envelopeCloseMachine = setup({
  types: {
    input: {} as EnvelopeCloseInput,
    context: {} as EnvelopeCloseContext,
    events: {} as EnvelopeCloseEvent,
    emitted: {} as Effect,
  },
  actors: {
    /** Ends it and returns the rest. A repeat changes nothing. */
    close: provideActor<undefined, { envelopeId: string }>("envelopeClose.close"),
    countdown,
  },
  actions: {
    ...failureActions,
    emitChanged: emit({ type: "page.outdated" }),
  },
}).createMachine({
  id: "envelopeClose",
  description: "The sender ends an open envelope before its time, and gets the rest back.",
  context: ({ input }) => ({ ...input, failure: null }),
  initial: "early",
  states: {
    early: {
      description: "It opened a short time ago: waits until it may be ended.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context }) => ({ endsAtMs: context.closableAtMs }),
        onDone: { target: "ready", description: "It may be ended now." },
      },
    },
    ready: {
      description: "It may be ended.",
      on: { "ui.close": { target: "asking", description: "The sender wants to end it." } },
    },
    asking: {
      description: "Says what comes back, and asks whether to end it for good.",
      on: {
        "ui.confirm": { target: "closing", description: "End it." },
        "ui.back": { target: "ready", description: "Let it go on." },
      },
    },
    closing: {
      description: "The server ends it and returns the rest.",
      invoke: {
        id: "close",
        src: "close",
        input: ({ context }) => ({ envelopeId: context.envelopeId }),
        onDone: { target: "closed", actions: "emitChanged", description: "It is over, and the rest is back." },
        onError: {
          target: "failed",
          actions: [setFailure, "emitChanged"],
          description: "It was not ended, is over in another way, or no answer came.",
        },
      },
    },
    failed: {
      description: "Says why; what became of it is read again meanwhile.",
      exit: "clearFailure",
      on: { "ui.close": { target: "asking", description: "The sender tries again." } },
    },
    closed: { type: "final", description: "It is over." },
  },
});
