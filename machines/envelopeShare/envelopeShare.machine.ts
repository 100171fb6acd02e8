import { assign, setup } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo } from "../kit/request.ts";

export interface EnvelopeShareInput {
  envelopeId: string;
}

export type ShareOutcome = "shared" | "declined" | "linkOpened";

/** What the messenger offers to a chat. It does not last. */
export interface PreparedShare {
  /** Null where the messenger takes none. */
  preparedMessageId: string | null;
  shareUrl: string;
}

export interface EnvelopeShareContext extends EnvelopeShareInput {
  /** The newest one; null before the first. */
  prepared: PreparedShare | null;
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
    /** Has the server prepare a message, anew each time. */
    prepare: provideActor<PreparedShare, EnvelopeShareInput>("envelopeShare.prepare"),
    /** Has the messenger let the sender pick a chat. It may never end: some clients close their dialog without a word. */
    offer: provideActor<ShareOutcome, PreparedShare>("envelopeShare.offer"),
  },
  guards: {
    isDeclined: (_, params: { outcome: ShareOutcome }) => params.outcome === "declined",
  },
  actions: failureActions,
  delays: { sharedShown: 3_000 },
}).createMachine({
  id: "envelopeShare",
  description: "Shares an open envelope in a chat that the sender picks.",
  context: ({ input }) => ({ ...input, prepared: null, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is being shared.",
      on: { "ui.share": { target: "preparing", description: "The sender wants to share." } },
    },
    preparing: {
      description: "The message is being prepared.",
      invoke: {
        id: "prepare",
        src: "prepare",
        input: ({ context }) => ({ envelopeId: context.envelopeId }),
        onDone: {
          target: "offering",
          actions: assign(({ event }) => ({ prepared: event.output })),
          description: "The messenger can offer it.",
        },
        onError: failTo({
          target: "failed",
          description: "The envelope cannot be shared, or the server not be reached.",
        }),
      },
    },
    offering: {
      description: "The messenger lets the sender pick a chat. Whether its dialog is still open nobody may ever tell.",
      on: { "ui.share": { target: "preparing", description: "The dialog is gone, and the sender tries again." } },
      invoke: {
        id: "offer",
        src: "offer",
        input: ({ context }) => context.prepared ?? { preparedMessageId: null, shareUrl: "" },
        onDone: [
          {
            guard: { type: "isDeclined", params: ({ event }) => ({ outcome: event.output }) },
            target: "idle",
            description: "The sender picked none.",
          },
          { target: "shared", description: "It is out, or the messenger's own dialog has it now." },
        ],
        onError: failTo({ target: "failed", description: "The messenger could not share it." }),
      },
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
