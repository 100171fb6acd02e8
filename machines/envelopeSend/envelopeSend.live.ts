import { assign } from "xstate";
import { envelopeSendSetup } from "./envelopeSend.setup.ts";
import { createDraft } from "./sendForm.ts";

export const live = envelopeSendSetup.createStateConfig({
  description: "The envelopes are open; their passphrase is to be shared, and who claims shows by itself.",
  initial: "waiting",
  states: {
    waiting: {
      description: "The pause between two readings.",
      after: { followInterval: { target: "reading", description: "Read them again." } },
    },
    reading: {
      description: "The envelopes are being read.",
      invoke: {
        id: "loadEnvelopes",
        src: "loadEnvelopes",
        input: ({ context }) => ({ envelopeIds: context.envelopes.map(({ envelopeId }) => envelopeId) }),
        onDone: [
          {
            guard: { type: "areClosed", params: ({ event }) => event.output },
            target: "over",
            description: "Nothing can be claimed any more.",
            actions: assign({ envelopes: ({ event }) => event.output }),
          },
          {
            target: "waiting",
            description: "There is something left to claim.",
            actions: assign({ envelopes: ({ event }) => event.output }),
          },
        ],
        onError: { target: "waiting", description: "They cannot be read now; what is known of them stays." },
      },
      after: { followTimeout: { target: "waiting", description: "No answer in time: ask again later." } },
    },
    over: { description: "All of them are claimed, or their time has passed." },
  },
  on: {
    "ui.another": {
      target: "loadingOptions",
      description: "Write another one.",
      actions: assign({
        draft: ({ context }) => (context.isSent ? createDraft(context.coinTypes) : context.draft),
        isSent: false,
        askedEnvelopeId: null,
        amountSwitch: null,
        touched: [],
      }),
    },
  },
});
