import { assign } from "xstate";
import { failTo } from "../kit/request.ts";
import { checkingBalance, editing, resume, submitting } from "./envelopeSend.form.ts";
import {
  envelopeSendSetup,
  findAskedOrder,
  findUsualCoin,
  getOrdered,
  isSent,
  listRepeated,
  NOTHING_READ,
  type SendOptions,
} from "./envelopeSend.setup.ts";
import { createDraft, prefill } from "./sendForm.ts";

const setOptions = {
  type: "setOptions",
  params: ({ event }: { event: { output: SendOptions } }) => event.output,
} as const;

/** Writes an envelope for each chat, sends them, and follows their order. */
export const envelopeSendMachine = envelopeSendSetup.createMachine({
  id: "envelopeSend",
  description: "Envelopes from their form to their order.",
  context: ({ input: { chatIds, coinType, minChats, asked, saved, gift, againId, attemptId } }) => ({
    options: NOTHING_READ,
    draft: { ...prefill(saved?.draft ?? createDraft(), gift), ...(coinType === null ? {} : { coinType }) },
    amountSwitch: null,
    funds: null,
    price: null,
    dollars: null,
    againId,
    isMoreShown: false,
    asked,
    chatIds: chatIds.length === 0 ? (saved?.chatIds ?? []) : chatIds,
    minChats,
    isCoinAsked: coinType !== null,
    isChatOffered: saved !== null,
    touched: [],
    rejectedSubmits: 0,
    attemptId,
    revision: 0,
    ordered: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The form is not open yet.",
      on: { "ui.open": { target: "loadingOptions", description: "The person wants to send." } },
    },
    loadingOptions: {
      description: "The open coins and the person's chats and unpaid orders are being read.",
      entry: assign({ funds: null, price: null, ordered: null, failure: null }),
      invoke: {
        id: "loadOptions",
        src: "loadOptions",
        input: ({ context }) => ({ orderId: context.asked?.orderId ?? null, againId: context.againId }),
        onDone: [
          {
            guard: { type: "isAskedThere", params: ({ event }) => event.output },
            target: "ordered",
            description: "The page was opened for this order.",
            actions: [
              { type: "resume", params: ({ context, event }) => ({ order: findAskedOrder(context, event.output) }) },
              setOptions,
            ],
          },
          { guard: "isAsked", target: "gone", description: "The envelope is not to be paid any more." },
          {
            guard: { type: "isClosed", params: ({ event }) => event.output },
            target: "closed",
            description: "No coin takes new sends.",
            actions: setOptions,
          },
          {
            guard: { type: "hasTooFewChats", params: ({ event }) => event.output },
            target: "tooFewChats",
            description: "The page sends to several chats, and the person has fewer.",
            actions: setOptions,
          },
          {
            guard: { type: "isRepeated", params: ({ event }) => event.output },
            target: "editing",
            description: "The form opens as it was for that envelope.",
            actions: [
              { type: "repeat", params: ({ event }) => [event.output.again ?? []].flat() },
              setOptions,
              "emitDraft",
              "emitForm",
            ],
          },
          {
            target: "editing",
            description: "The form can open.",
            actions: setOptions,
          },
        ],
        onError: failTo({ target: "failed", description: "They cannot be read." }),
      },
    },
    gone: { description: "The order ended meanwhile; the page shows its envelope instead." },
    closed: {
      description: "No coin takes new sends; orders made before can still be paid.",
      on: {
        "ui.reload": { target: "loadingOptions", description: "Read unpaid orders again." },
        "ui.resume": resume,
      },
    },
    tooFewChats: {
      description: "Another chat has to be linked first; it says how.",
      on: {
        "ui.reload": { target: "loadingOptions", description: "Read the chats again." },
        "ui.resume": resume,
      },
    },
    editing,
    checkingBalance,
    submitting,
    ordered: {
      description: "There is an order: it is followed until it ends, or its envelopes do.",
      entry: "openOrder",
      invoke: {
        id: "envelopeOrder",
        src: "envelopeOrder",
        input: ({ context }) => ({ ...getOrdered(context), coinsPaidHere: context.options.coinsPaidHere }),
        onDone: [
          {
            guard: { type: "isEdit", params: ({ event }) => event.output },
            target: "loadingOptions",
            description: "The order ended unpaid: back to the form as it was.",
            actions: [assign({ asked: null }), "emitDraft", "emitForm"],
          },
          {
            guard: { type: "isAgain", params: ({ event }) => event.output },
            target: "loadingOptions",
            description: "The same once more: the form is filled in as it was, with another passphrase.",
            actions: [
              { type: "repeat", params: ({ event }) => listRepeated(event.output) },
              assign({ asked: null }),
              "emitDraft",
              "emitForm",
            ],
          },
          {
            target: "loadingOptions",
            description: "Write another one; what was typed stays where it is not what was sent.",
            actions: [
              assign({
                draft: ({ context }) => (isSent(context) ? createDraft(findUsualCoin(context.options)) : context.draft),
                asked: null,
                amountSwitch: null,
                dollars: null,
                isMoreShown: false,
                touched: [],
              }),
              "emitForm",
            ],
          },
        ],
      },
      on: {
        "ui.toForm": {
          guard: "isFromForm",
          target: "loadingOptions",
          description: "Back to the form that the order was opened from.",
          actions: "emitForm",
        },
        "code.wanted": {
          description: "The balance pays once there is a security code.",
          actions: { type: "emitCodeWanted", params: ({ event }) => event },
        },
      },
    },
    failed: {
      description: "Chats and unpaid orders could not be read.",
      on: {
        "ui.retry": { target: "loadingOptions", description: "Read them again." },
        "app.online": { target: "loadingOptions", description: "The device has a network again." },
      },
    },
  },
});
