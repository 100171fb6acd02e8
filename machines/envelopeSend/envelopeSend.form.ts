import { assign } from "xstate";
import { readError } from "../kit/request.ts";
import { envelopeSendSetup, findUnpaidOrder, type EnvelopeSendContext } from "./envelopeSend.setup.ts";
import { beginDollars, changeCoin, convertWaiting, typeDollars } from "./sendDollars.ts";
import { chooseAmount, chooseType, createBody, toggleChat, typeInto } from "./sendForm.ts";

/** A retry of the same form has the same key, so the server recognises it. */
function getIdempotencyKey({ attemptId, revision }: EnvelopeSendContext): string {
  return `${attemptId}-${String(revision)}`;
}

/** What the server or the wallet refuses shows in the form. */
const refuse = { type: "refuse", params: readError } as const;

/** From every state that lists unpaid orders. */
export const resume = {
  guard: { type: "isUnpaid", params: ({ event }: { event: { orderId: string } }) => ({ orderId: event.orderId }) },
  target: "ordered",
  description: "Go on with an order that was sent before.",
  actions: {
    type: "resume",
    params: ({ context, event }: { context: EnvelopeSendContext; event: { orderId: string } }) => ({
      order: findUnpaidOrder(context, event.orderId),
    }),
  },
} as const;

export const editing = envelopeSendSetup.createStateConfig({
  description:
    "The form; each change is checked at once; what is not typed to its end shows no problem until its field is left.",
  initial: "readingFunds",
  states: {
    readingFunds: {
      description: "What the paying wallet and the balance in the app have is being read, and the coin's price.",
      invoke: {
        id: "readFunds",
        src: "loadMeans",
        input: ({ context }) => ({ coinType: context.draft.coinType }),
        onDone: [
          {
            guard: { type: "isAwaited", params: ({ event }) => event.output },
            target: "ready",
            description: "The dollars that were typed for another coin buy something else of this one.",
            actions: {
              type: "changeForm",
              params: ({ context, event: { output } }) => ({ ...output, ...convertWaiting(context, output.price) }),
            },
          },
          {
            target: "ready",
            description: "Shown beside the amount, which can be typed in dollars where there is a price.",
            actions: [assign(({ event }) => event.output), "giveDollarsUp"],
          },
        ],
        onError: {
          target: "ready",
          description: "Unknown; sending asks again. Without a price, amounts are typed in the coin.",
          actions: "giveDollarsUp",
        },
      },
    },
    ready: { description: "What can be known of what can pay is shown." },
  },
  on: {
    "ui.chooseType": {
      description: "Ordinary or lucky draw.",
      actions: { type: "changeForm", params: ({ context, event }) => chooseType(context, event.envelopeType) },
    },
    "ui.chooseCoin": {
      target: ".readingFunds",
      reenter: true,
      description: "Another coin, which another wallet pays.",
      actions: {
        type: "changeForm",
        params: ({ context, event }) => ({ ...changeCoin(context, event.coinType), funds: null, price: null }),
      },
    },
    "ui.chooseAmount": {
      guard: "isOrdinary",
      description: "The amount is given in total, or for each.",
      actions: { type: "changeForm", params: ({ context, event }) => chooseAmount(context, event.field) },
    },
    "ui.chooseUnit": {
      guard: { type: "canType", params: ({ event }) => event },
      description: "The amount is typed in dollars, at the price of now, or in the coin again; it stays what it is.",
      actions: assign(({ context, event }) => ({
        dollars: event.unit === "dollars" ? beginDollars(context.draft, context.price) : null,
      })),
    },
    "ui.toggleMore": {
      guard: "canToggle",
      description: "What most people leave as it is is unfolded, or folded away; never what is wrong.",
      actions: assign({ isMoreShown: ({ context }) => !context.isMoreShown }),
    },
    "ui.toggleChat": {
      guard: { type: "isFree", params: ({ event }) => event },
      description: "One more chat gets an envelope, or one less.",
      actions: {
        type: "changeForm",
        params: ({ context, event }) => ({ chatIds: toggleChat(context.chatIds, event.chatId) }),
      },
    },
    "ui.chooseRule": {
      guard: "hasGroup",
      description: "Whoever knows the passphrase may open it, or members of the group by a tap.",
      actions: {
        type: "changeForm",
        params: ({ context, event }) => ({ draft: { ...context.draft, claimRule: event.claimRule } }),
      },
    },
    "ui.toggleRequired": {
      guard: { type: "isRequirable", params: ({ event }) => event },
      description: "One more chat that members have to be in, or one less.",
      actions: {
        type: "changeForm",
        params: ({ context: { draft }, event }) => ({
          draft: { ...draft, requiredChatIds: toggleChat(draft.requiredChatIds, event.chatId) },
        }),
      },
    },
    "ui.chooseCover": {
      description: "Another cover, for this envelope alone.",
      actions: {
        type: "changeForm",
        params: ({ context, event }) => ({ draft: { ...context.draft, coverId: event.coverId } }),
      },
    },
    "ui.chooseMessage": {
      description: "Another preset text, for this envelope alone.",
      actions: {
        type: "changeForm",
        params: ({ context, event }) => ({ draft: { ...context.draft, messageId: event.messageId } }),
      },
    },
    "ui.type": {
      guard: { type: "isTypable", params: ({ event }) => event },
      description: "Something was typed, or made up for the person; dollars are converted at once.",
      actions: {
        type: "changeForm",
        params: ({ context, event: { field, value } }) =>
          field === "dollars" ? typeDollars(context, value) : { draft: typeInto(context.draft, field, value) },
      },
    },
    "ui.leave": {
      description: "A field was left: show what is wrong with it.",
      actions: assign({
        touched: ({ context, event }) =>
          context.touched.includes(event.field) ? context.touched : [...context.touched, event.field],
      }),
    },
    "ui.reload": { target: "loadingOptions", description: "Read chats and unpaid orders again." },
    "ui.resume": resume,
    "ui.submit": [
      {
        guard: "isRight",
        target: "checkingBalance",
        description: "Send the form; the same one again goes under the same key.",
        actions: assign({ rejectedSubmits: 0 }),
      },
      {
        description: "The form has problems: show all of them, also where they are folded away.",
        actions: ["showFolded", assign({ rejectedSubmits: ({ context }) => context.rejectedSubmits + 1 })],
      },
    ],
  },
});

export const checkingBalance = envelopeSendSetup.createStateConfig({
  description: "Looks whether the wallet or the balance in the app covers the amount, before anything is created.",
  tags: "busy",
  entry: assign({ failure: null }),
  invoke: {
    id: "loadFunds",
    src: "loadFunds",
    input: ({ context }) => ({ coinType: context.draft.coinType }),
    onDone: [
      {
        guard: { type: "isFunded", params: ({ event }) => event.output },
        target: "submitting",
        description: "It does.",
        actions: assign({ funds: ({ event }) => event.output }),
      },
      {
        guard: "hasPrice",
        target: "editing.ready",
        description: "No wallet is bound, or it has too little, or what it has cannot be read.",
        actions: { type: "refuseFunds", params: ({ event }) => event.output },
      },
      {
        target: "editing",
        description: "The same, before the price was read: it is read now.",
        actions: { type: "refuseFunds", params: ({ event }) => event.output },
      },
    ],
    onError: [
      { guard: "hasPrice", target: "editing.ready", description: "The balance cannot be read.", actions: refuse },
      { target: "editing", description: "The balance cannot be read; the price is.", actions: refuse },
    ],
  },
});

export const submitting = envelopeSendSetup.createStateConfig({
  description: "The server creates the envelopes and their order.",
  tags: "busy",
  invoke: {
    id: "sendEnvelope",
    src: "sendEnvelope",
    input: ({ context }) => ({ body: createBody(context), idempotencyKey: getIdempotencyKey(context) }),
    onDone: {
      target: "ordered",
      description: "Created, now or by an earlier try.",
      actions: [{ type: "setSent", params: ({ event }) => event.output }, "emitNoDraft"],
    },
    onError: [
      {
        guard: "hasPrice",
        target: "editing.ready",
        description: "Refused, or the server cannot be reached; the form and its key are kept.",
        actions: refuse,
      },
      { target: "editing", description: "The same, before the price was read: it is read now.", actions: refuse },
    ],
  },
});
