import type { components } from "#contract/schema.d.ts";
import { failTo, setFailure } from "../kit/request.ts";
import { withdrawalSetup } from "./withdrawal.setup.ts";

type Payout = components["schemas"]["Payout"];

const sort = {
  target: "sorting",
  description: "It is further, or held.",
  actions: { type: "setPayout", params: ({ event }: { event: { payout: Payout } }) => ({ payout: event.payout }) },
} as const;

export const followingPayout = withdrawalSetup.createStateConfig({
  description: "The payout is made and followed until it ends.",
  tags: "followed",
  invoke: {
    id: "payoutFollow",
    src: "payoutFollow",
    input: ({ context: { payoutId, payout } }) => ({ id: payoutId ?? "", reading: payout }),
    onDone: [
      {
        guard: { type: "isPaid", params: ({ event }) => ({ payout: event.output }) },
        target: "paid",
        description: "The money is in the wallet.",
        actions: { type: "setPayout", params: ({ event }) => ({ payout: event.output }) },
      },
      {
        guard: { type: "isReturned", params: ({ event }) => ({ payout: event.output }) },
        target: "returned",
        description: "Its transaction can never land; the money is back.",
        actions: { type: "setPayout", params: ({ event }) => ({ payout: event.output }) },
      },
      {
        target: "cancelled",
        description: "It was cancelled; the money is back.",
        actions: { type: "setPayout", params: ({ event }) => ({ payout: event.output }) },
      },
    ],
  },
  initial: "sorting",
  states: {
    sorting: {
      description: "Sorts by what is known of the payout.",
      always: [
        { guard: "isHeld", target: "held", description: "It waits for somebody or something." },
        { target: "following", description: "It is on its way." },
      ],
    },
    following: {
      description: "The payout is queued, is sent, or gains confirmations.",
      on: {
        "payout.read": sort,
        "ui.cancel": { guard: "isCancellable", target: "confirmingCancel", description: "It is not to be made." },
      },
    },
    held: {
      description: "The payout waits: it says why, and can be cancelled.",
      on: {
        "payout.read": sort,
        "ui.cancel": { target: "confirmingCancel", description: "It is not to be made." },
      },
    },
    confirmingCancel: {
      description: "Asks whether the payout is really to be cancelled.",
      on: {
        "payout.read": [
          {
            guard: { type: "isReadCancellable", params: ({ event }) => ({ payout: event.payout }) },
            description: "It can be cancelled still.",
            actions: { type: "setPayout", params: ({ event }) => ({ payout: event.payout }) },
          },
          {
            target: "following",
            description: "It is signed: too late to cancel it.",
            actions: { type: "setPayout", params: ({ event }) => ({ payout: event.payout }) },
          },
        ],
        "ui.confirm": { target: "cancelling", description: "Yes, cancel it." },
        "ui.back": { target: "sorting", description: "No, go on." },
      },
    },
    cancelling: {
      description: "The server cancels the payout.",
      tags: "busy",
      invoke: {
        id: "cancelPayout",
        src: "cancelPayout",
        input: ({ context }) => ({ payoutId: context.payoutId ?? "" }),
        onDone: {
          target: "#withdrawal.cancelled",
          description: "Cancelled.",
          actions: { type: "setPayout", params: ({ event }) => ({ payout: event.output }) },
        },
        onError: failTo({ target: "sorting", description: "Refused, perhaps because it is signed: look at it." }),
      },
    },
  },
  on: {
    "payout.read": {
      description: "It is further.",
      actions: { type: "setPayout", params: ({ event }) => ({ payout: event.payout }) },
    },
    "payout.readFailed": {
      description: "It cannot be read now; it is read again later.",
      actions: setFailure,
    },
  },
});
