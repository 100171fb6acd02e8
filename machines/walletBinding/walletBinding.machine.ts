import { assign } from "xstate";
import { failTo, ifTimeout, setFailure, setOutputFailure, readOutput, readError } from "../kit/request.ts";
import { getConnected } from "../walletConnection/walletConnection.setup.ts";
import { createConnectionInput, getNewWallet, toAttempt, walletBindingSetup } from "./walletBinding.setup.ts";

/** An answer may have been lost, so nothing is offered before the list is read again, here and elsewhere. */
const readAnew = {
  target: "loading",
  description: "Read the list again.",
  actions: ["forgetList", "emitChanged"],
} as const;

/** Binds one wallet of a type by its typed address, or by connecting it with the proof, and unbinds it again. */
export const walletBindingMachine = walletBindingSetup.createMachine({
  id: "walletBinding",
  description: "Binding of wallets: at most one of each type.",
  context: ({ input: { address, walletKinds, walletType } }) => ({
    walletKinds,
    walletTypes: [],
    payingTypes: [],
    networkIds: {},
    blockingTypes: [],
    maxWallets: 0,
    wallets: null,
    walletType,
    address,
    hasRefusedSecret: false,
    showsProblems: false,
    rejectedSubmits: 0,
    addressRefusal: null,
    boundWallet: null,
    ownershipProof: null,
    walletId: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "The person came to the wallets." } },
    },
    loading: {
      description: "The bound wallets and the open types are being read.",
      tags: "busy",
      invoke: {
        id: "loadWallets",
        src: "loadWallets",
        onDone: {
          target: "choosing",
          description: "They arrived.",
          actions: { type: "setOptions", params: ({ event }) => event.output },
        },
        onError: [
          { guard: ifTimeout, target: "timedOut", description: "No answer in time." },
          failTo({ target: "failed", description: "The list cannot be read." }),
        ],
      },
    },
    choosing: {
      description: "The bound wallets and the form for another one.",
      on: {
        "ui.chooseType": {
          description: "A wallet type was chosen.",
          actions: assign({ walletType: ({ event }) => event.walletType, addressRefusal: null }),
        },
        "ui.type": {
          description: "The address is being typed; it tells the type of its wallet.",
          actions: [{ type: "setTyped", params: ({ event }) => ({ address: event.value }) }, "emitDraft"],
        },
        "ui.refuseSecret": {
          description: "What was pasted belongs into no field: it is forgotten, and the person is warned.",
          actions: ["refuseSecret", "emitDraft"],
        },
        "ui.submit": [
          { guard: "isComplete", target: "binding", description: "Bind the typed address." },
          {
            description: "The form has problems: show them.",
            actions: ["countRejected", assign({ showsProblems: true })],
          },
        ],
        "ui.connect": {
          guard: { type: "canConnect", params: ({ event }) => ({ walletType: event.walletType }) },
          target: "connecting",
          description: "Bind a wallet by connecting it.",
          actions: assign({ walletType: ({ event }) => event.walletType }),
        },
        "ui.unbind": {
          guard: { type: "isBound", params: ({ event }) => ({ walletId: event.walletId }) },
          target: "confirmingUnbind",
          description: "A bound wallet is to go.",
          actions: assign({ walletId: ({ event }) => event.walletId }),
        },
      },
    },
    binding: {
      description: "The server is binding the wallet.",
      tags: "busy",
      invoke: {
        id: "bindWallet",
        src: "bindWallet",
        input: ({ context }) => getNewWallet(context),
        onDone: {
          target: "bound",
          description: "The wallet is bound.",
          actions: [
            { type: "setBound", params: ({ event }) => ({ wallet: event.output }) },
            "emitDraft",
            "emitChanged",
          ],
        },
        onError: [
          {
            guard: { type: "isAddressRefused", params: readError },
            target: "choosing",
            description: "The address is wrong: the form shows how.",
            actions: { type: "setAddressRefusal", params: readError },
          },
          {
            guard: { type: "isSecurityCodeAsked", params: readError },
            target: "askingCode",
            description: "The server wants the security code.",
            actions: setFailure,
          },
          { guard: ifTimeout, target: "timedOut", description: "No answer in time; it may be bound all the same." },
          failTo({ target: "failed", description: "Already bound, the limit is reached, or the server cannot do it." }),
        ],
      },
    },
    connecting: {
      description: "A wallet is being connected, and bound with its proof.",
      invoke: {
        id: "walletConnection",
        src: "walletConnection",
        input: ({ context }) => createConnectionInput(context),
        onDone: [
          {
            guard: { type: "isConnected", params: readOutput },
            target: "bound",
            description: "It is bound, and its owner is proven.",
            actions: [
              {
                type: "setBound",
                params: ({ event: { output } }) => ({ wallet: getConnected(output)?.wallet ?? null }),
              },
              "emitDraft",
              "emitChanged",
            ],
          },
          {
            guard: { type: "isCodeAsked", params: readOutput },
            target: "askingCode",
            description: "The server wants the security code.",
            actions: assign(({ event: { output } }) =>
              output.status === "codeAsked" ? { ownershipProof: output.ownershipProof, failure: output.failure } : {},
            ),
          },
          { target: "loading", description: "The person gave it up; the list shows whether the server had bound it." },
        ],
        onError: failTo({ target: "failed", description: "The connection broke." }),
      },
    },
    bound: {
      description: "The wallet was bound.",
      on: { "ui.continue": { target: "choosing", description: "Back to the list." } },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": readAnew,
        "app.online": { ...readAnew, description: "The device has a network again." },
      },
    },
    timedOut: {
      description: "No answer came; whether the wallet is bound shows in a fresh list.",
      on: { "ui.retry": readAnew },
    },
    confirmingUnbind: {
      description: "Asks whether the wallet is really to be unbound.",
      on: {
        "ui.confirm": { target: "unbinding", description: "Yes, unbind it." },
        "ui.back": {
          target: "choosing",
          description: "No, keep it.",
          actions: assign({ walletId: null }),
        },
      },
    },
    unbinding: {
      description: "The server is unbinding the wallet.",
      tags: "busy",
      invoke: {
        id: "unbindWallet",
        src: "unbindWallet",
        input: ({ context }) => ({ walletId: context.walletId ?? "" }),
        onDone: {
          target: "unbound",
          description: "The wallet is unbound.",
          actions: ["removeUnbound", "emitChanged"],
        },
        onError: [
          {
            guard: { type: "isSecurityCodeAsked", params: readError },
            target: "askingCode",
            description: "The server wants the security code.",
            actions: setFailure,
          },
          {
            guard: ifTimeout,
            target: "timedOut",
            description: "No answer in time; it may be unbound all the same.",
            actions: assign({ walletId: null }),
          },
          {
            target: "failed",
            description: "Not bound any more, or the server cannot do it.",
            actions: { type: "setTryFailure", params: readError },
          },
        ],
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the try is repeated with it.",
      invoke: {
        id: "securityCodePrompt",
        src: "securityCodePrompt",
        input: ({ context }) => ({
          attempt: toAttempt(context),
          failure: context.failure ?? { kind: "aborted" },
        }),
        onDone: [
          {
            guard: { type: "hasBound", params: readOutput },
            target: "bound",
            description: "The code was right: the wallet is bound.",
            actions: [
              {
                type: "setBound",
                params: ({ event: { output } }) => ({
                  wallet:
                    output.status === "given" && output.result.kind === "bindWallet" ? output.result.wallet : null,
                }),
              },
              "emitDraft",
              "emitChanged",
            ],
          },
          {
            guard: { type: "isGiven", params: readOutput },
            target: "unbound",
            description: "The code was right: the wallet is unbound.",
            actions: ["removeUnbound", "emitChanged"],
          },
          {
            guard: { type: "isForgotten", params: readOutput },
            target: "choosing",
            description: "The code is to be recovered first.",
            actions: ["clearTry", "emitRecovery"],
          },
          {
            guard: { type: "isUnanswered", params: readOutput },
            target: "timedOut",
            description: "No answer in time; it may be done all the same.",
            actions: "clearTry",
          },
          {
            guard: { type: "isFailed", params: readOutput },
            target: "failed",
            description: "The server refused for another reason.",
            actions: { type: "setTryFailure", params: setOutputFailure.params },
          },
          { target: "choosing", description: "The person gave it up.", actions: "clearTry" },
        ],
        onError: {
          target: "failed",
          description: "The question broke.",
          actions: { type: "setTryFailure", params: readError },
        },
      },
    },
    unbound: {
      description: "The wallet was unbound.",
      on: {
        "ui.continue": {
          target: "loading",
          description: "Back to the list, read again: the next wallet may take this one's place.",
        },
      },
    },
  },
});
