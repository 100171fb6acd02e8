import { assign, setup } from "xstate";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo } from "../kit/request.ts";

export interface EnvelopeShareInput {
  envelopeId: string;
}

/** What the server made ready; without an id the messenger knows no prepared messages, and the link serves. */
export interface ShareMessage {
  preparedMessageId: string | null;
  shareUrl: string;
}

export type ShareOutcome = "shared" | "declined" | "linkOpened";

export interface EnvelopeShareContext extends EnvelopeShareInput {
  message: ShareMessage | null;
  failure: Failure | null;
}

export type EnvelopeShareEvent = { type: "ui.share" };

export const envelopeShareSecrets: readonly string[] = [];

export const envelopeShareMachine = setup({
  types: {
    input: {} as EnvelopeShareInput,
    context: {} as EnvelopeShareContext,
    events: {} as EnvelopeShareEvent,
    tags: {} as "busy",
  },
  actors: {
    prepareShare: provideActor<ShareMessage, { envelopeId: string }>("envelopeShare.prepareShare"),
    offerShare: provideActor<ShareOutcome, { message: ShareMessage | null }>("envelopeShare.offerShare"),
  },
  guards: {
    isDeclined: (_, params: { outcome: ShareOutcome }) => params.outcome === "declined",
  },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  delays: { sharedShown: 3_000 },
}).createMachine({
  id: "envelopeShare",
  description:
    "Shares an open envelope in a chat that the sender picks. A prepared message is made anew each time: it does not last.",
  context: ({ input }) => ({ ...input, message: null, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is being shared.",
      on: { "ui.share": { target: "preparing", description: "The sender wants to share." } },
    },
    preparing: {
      description: "The server prepares the message.",
      tags: "busy",
      entry: assign({ message: null, failure: null }),
      invoke: {
        id: "prepareShare",
        src: "prepareShare",
        input: ({ context }) => ({ envelopeId: context.envelopeId }),
        onDone: {
          target: "offering",
          description: "The message is ready.",
          actions: assign({ message: ({ event }) => event.output }),
        },
        onError: failTo({
          target: "failed",
          description: "The envelope cannot be shared, or the server cannot be reached.",
        }),
      },
    },
    offering: {
      description: "The messenger lets the sender pick a chat.",
      tags: "busy",
      invoke: {
        id: "offerShare",
        src: "offerShare",
        input: ({ context }) => ({ message: context.message }),
        onDone: [
          {
            guard: { type: "isDeclined", params: ({ event }) => ({ outcome: event.output }) },
            target: "idle",
            description: "The sender picked none.",
          },
          { target: "shared", description: "It is out, or the messenger's own dialog has it now." },
        ],
        onError: failTo({ target: "failed", description: "The messenger could not offer it." }),
      },
      exit: assign({ message: null }),
    },
    shared: {
      description: "The envelope was shared.",
      on: { "ui.share": { target: "preparing", description: "Into another chat, too." } },
      after: { sharedShown: { target: "idle", description: "The success has been seen." } },
    },
    failed: {
      description: "Sharing failed.",
      on: { "ui.share": { target: "preparing", description: "The sender tries again." } },
    },
  },
});
