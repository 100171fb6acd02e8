import { assign, setup } from "xstate";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo } from "../kit/request.ts";

export interface EnvelopeShareInput {
  envelopeId: string;
}

export type ShareOutcome = "shared" | "declined" | "linkOpened";

export interface EnvelopeShareContext extends EnvelopeShareInput {
  failure: Failure | null;
}

export type EnvelopeShareEvent = { type: "ui.share" };

export const envelopeShareMachine = setup({
  types: {
    input: {} as EnvelopeShareInput,
    context: {} as EnvelopeShareContext,
    events: {} as EnvelopeShareEvent,
  },
  actors: {
    /** Has the server prepare a message, anew each time since it does not last, and the messenger offer it. */
    share: provideActor<ShareOutcome, EnvelopeShareInput>("envelopeShare.share"),
  },
  guards: {
    isDeclined: (_, params: { outcome: ShareOutcome }) => params.outcome === "declined",
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  delays: { sharedShown: 3_000 },
}).createMachine({
  id: "envelopeShare",
  description: "Shares an open envelope in a chat that the sender picks.",
  context: ({ input }) => ({ ...input, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is being shared.",
      on: { "ui.share": { target: "sharing", description: "The sender wants to share." } },
    },
    sharing: {
      description: "The message is being prepared, and the messenger lets the sender pick a chat.",
      invoke: {
        id: "share",
        src: "share",
        input: ({ context }) => ({ envelopeId: context.envelopeId }),
        onDone: [
          {
            guard: { type: "isDeclined", params: ({ event }) => ({ outcome: event.output }) },
            target: "idle",
            description: "The sender picked none.",
          },
          { target: "shared", description: "It is out, or the messenger's own dialog has it now." },
        ],
        onError: failTo({
          target: "failed",
          description: "The envelope cannot be shared, or server or messenger cannot be reached.",
        }),
      },
    },
    shared: {
      description: "The envelope was shared.",
      on: { "ui.share": { target: "sharing", description: "Into another chat, too." } },
      after: { sharedShown: { target: "idle", description: "The success has been seen." } },
    },
    failed: {
      description: "Sharing failed.",
      on: { "ui.share": { target: "sharing", description: "The sender tries again." } },
    },
  },
});
