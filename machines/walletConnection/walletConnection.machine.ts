import { assign } from "xstate";
import type { Failure } from "../failure.ts";
import { keepFailure } from "../requestFailure.ts";
import { walletConnectionSetup, type WalletConnectionOutput } from "./walletConnection.setup.ts";

const NOT_PROVEN: Failure = { kind: "api", error: "walletNotProven", message: "" };

/** Part of the states in which a change in the wallet leads on. */
const watchedState = walletConnectionSetup.createStateConfig({
  invoke: {
    id: "watch",
    src: "watch",
    input: ({ context: { walletType, connectorId, account } }) => ({
      walletType,
      connectorId: connectorId ?? "",
      account,
    }),
    onDone: {
      target: "checkingAccount",
      description: "The person changed account or network in the wallet.",
      actions: assign({ account: ({ event }) => event.output }),
    },
    onError: [
      {
        guard: { type: "isLocked", params: ({ event }) => ({ error: event.error }) },
        target: "locked",
        description: "The wallet shows no account any more.",
        actions: assign({ account: null }),
      },
      { description: "The wallet cannot be watched; the person's own try leads on." },
    ],
  },
});

/** Reaches a wallet, brings it to the right network and address, and has its ownership proven. */
export const walletConnectionMachine = walletConnectionSetup.createMachine({
  id: "walletConnection",
  description: "Connection of a browser wallet for one payment.",
  context: ({ input }) => ({
    ...input,
    wallets: [],
    account: null,
    challenge: null,
    signature: null,
    failure: null,
  }),
  initial: "detecting",
  output: ({ context }): WalletConnectionOutput =>
    context.connectorId === null || context.account === null
      ? { status: "cancelled" }
      : {
          status: "connected",
          connectorId: context.connectorId,
          address: context.account.address,
          networkId: context.account.networkId,
          isProven: context.isProven,
        },
  on: {
    "ui.cancel": {
      target: ".cancelled",
      description: "The person gave the connection up.",
      actions: assign({ connectorId: null, account: null }),
    },
  },
  states: {
    detecting: {
      description: "Listens for wallets of this kind.",
      invoke: {
        id: "detect",
        src: "detect",
        input: ({ context }) => ({ walletType: context.walletType }),
        onDone: [
          {
            guard: { type: "isNothingAnnounced", params: ({ event }) => ({ wallets: event.output }) },
            target: "notInstalled",
            description: "No wallet of this kind answered.",
          },
          {
            guard: { type: "isTakenBefore", params: ({ event }) => ({ wallets: event.output }) },
            target: "connecting",
            description: "The wallet of before is there again.",
            actions: assign({ wallets: ({ event }) => event.output }),
          },
          {
            guard: { type: "isOneAnnounced", params: ({ event }) => ({ wallets: event.output }) },
            target: "connecting",
            description: "There is nothing to choose.",
            actions: assign(({ event }) => ({
              wallets: event.output,
              connectorId: event.output[0]?.connectorId ?? null,
            })),
          },
          {
            target: "choosingWallet",
            description: "Several wallets answered.",
            actions: assign({ wallets: ({ event }) => event.output }),
          },
        ],
        onError: {
          target: "failed",
          description: "Looking for wallets failed.",
          actions: keepFailure,
        },
      },
      after: { detectTimeout: { target: "timedOut", description: "No answer in time." } },
    },
    notInstalled: {
      description: "There is no wallet of this kind in this browser.",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Look again, perhaps after installing one.",
          actions: assign({ connectorId: null }),
        },
      },
    },
    choosingWallet: {
      description: "The person chooses among the wallets that answered.",
      on: {
        "ui.chooseWallet": {
          guard: { type: "isAnnounced", params: ({ event }) => ({ connectorId: event.connectorId }) },
          target: "connecting",
          description: "A wallet was chosen.",
          actions: assign({ connectorId: ({ event }) => event.connectorId }),
        },
      },
    },
    connecting: {
      description: "The wallet asks the person to connect.",
      entry: assign({ account: null, failure: null }),
      invoke: {
        id: "connect",
        src: "connect",
        input: ({ context }) => ({ walletType: context.walletType, connectorId: context.connectorId ?? "" }),
        onDone: {
          target: "checkingAccount",
          description: "The wallet shows an account.",
          actions: assign({ account: ({ event }) => event.output }),
        },
        onError: [
          {
            guard: { type: "isLocked", params: ({ event }) => ({ error: event.error }) },
            target: "locked",
            description: "The wallet is locked or nobody is logged in to it.",
          },
          {
            guard: { type: "isDenied", params: ({ event }) => ({ error: event.error }) },
            target: "denied",
            description: "The person refused in the wallet.",
            actions: keepFailure,
          },
          {
            guard: { type: "isNotInstalled", params: ({ event }) => ({ error: event.error }) },
            target: "notInstalled",
            description: "The wallet is gone.",
          },
          {
            target: "failed",
            description: "The wallet cannot be connected.",
            actions: keepFailure,
          },
        ],
      },
      after: { walletTimeout: { target: "timedOut", description: "No answer from the wallet in time." } },
    },
    checkingAccount: {
      description: "Network and address of the account are compared with those of the payment.",
      always: [
        { guard: "isOtherNetwork", target: "wrongNetwork", description: "Connected, on another network." },
        { guard: "isOtherAddress", target: "wrongAddress", description: "Connected with another address." },
        {
          guard: "needsProof",
          target: "explainingProof",
          description: "Right, and its ownership is not proven yet.",
        },
        {
          guard: "isWorthless",
          target: "failed",
          description: "Its ownership cannot be proven here, and nothing else would assign its payment.",
          actions: assign({ failure: NOT_PROVEN }),
        },
        { target: "connected", description: "Right in all respects." },
      ],
    },
    locked: {
      description: "The person has to unlock the wallet.",
      ...watchedState,
      on: { "ui.retry": { target: "connecting", description: "It is unlocked now." } },
    },
    denied: {
      description: "The person refused.",
      on: { "ui.retry": { target: "connecting", description: "Ask the wallet again." } },
    },
    wrongNetwork: {
      description: "The wallet is on another network than the payment.",
      ...watchedState,
      on: {
        "ui.switchNetwork": {
          guard: "canSwitchNetwork",
          target: "switchingNetwork",
          description: "Ask the wallet to switch.",
        },
        "ui.retry": { target: "connecting", description: "It was switched by hand." },
      },
    },
    switchingNetwork: {
      description: "The wallet asks the person to switch the network.",
      invoke: {
        id: "switchNetwork",
        src: "switchNetwork",
        input: ({ context }) => ({
          walletType: context.walletType,
          connectorId: context.connectorId ?? "",
          networkId: context.networkId ?? "",
        }),
        onDone: { target: "connecting", description: "Switched: look at the account again." },
        onError: {
          target: "wrongNetwork",
          description: "Refused or impossible.",
          actions: keepFailure,
        },
      },
      after: { walletTimeout: { target: "timedOut", description: "No answer from the wallet in time." } },
    },
    wrongAddress: {
      description: "The wallet shows another address than the one that has to pay.",
      ...watchedState,
      on: { "ui.retry": { target: "connecting", description: "The account was changed in the wallet." } },
    },
    explainingProof: {
      description: "Tells that a free signature is needed, before the wallet's window opens.",
      ...watchedState,
      on: { "ui.sign": { target: "proving", description: "The person is ready to sign." } },
    },
    proving: {
      description: "The ownership is being proven by a free signature.",
      initial: "requestingChallenge",
      states: {
        requestingChallenge: {
          description: "The server writes the text to sign.",
          invoke: {
            id: "requestChallenge",
            src: "requestChallenge",
            input: ({ context }) => ({ type: context.walletType, address: context.account?.address ?? "" }),
            onDone: {
              target: "signing",
              description: "The text arrived.",
              actions: assign({ challenge: ({ event }) => event.output }),
            },
            onError: {
              target: "#walletConnection.failed",
              description: "The server gives no text.",
              actions: keepFailure,
            },
          },
          after: { requestTimeout: { target: "#walletConnection.timedOut", description: "No answer in time." } },
        },
        signing: {
          description: "The wallet shows the text.",
          invoke: {
            id: "sign",
            src: "sign",
            input: ({ context }) => ({
              walletType: context.walletType,
              connectorId: context.connectorId ?? "",
              address: context.account?.address ?? "",
              message: context.challenge?.message ?? "",
            }),
            onDone: {
              target: "submitting",
              description: "Signed.",
              actions: assign({ signature: ({ event }) => event.output }),
            },
            onError: [
              {
                guard: { type: "isDenied", params: ({ event }) => ({ error: event.error }) },
                target: "#walletConnection.explainingProof",
                description: "The person refused to sign.",
                actions: keepFailure,
              },
              {
                target: "#walletConnection.failed",
                description: "The wallet cannot sign.",
                actions: keepFailure,
              },
            ],
          },
          after: { walletTimeout: { target: "#walletConnection.timedOut", description: "No signature in time." } },
        },
        submitting: {
          description: "The server checks the signature.",
          invoke: {
            id: "submitProof",
            src: "submitProof",
            input: ({ context }) => ({
              type: context.walletType,
              address: context.account?.address ?? "",
              challengeId: context.challenge?.challengeId ?? "",
              signature: context.signature ?? "",
            }),
            onDone: {
              target: "#walletConnection.connected",
              description: "Proven.",
              actions: assign({ isProven: true }),
            },
            onError: {
              target: "#walletConnection.failed",
              description: "The proof was not accepted.",
              actions: keepFailure,
            },
          },
          after: { requestTimeout: { target: "#walletConnection.timedOut", description: "No answer in time." } },
        },
      },
      exit: assign({ challenge: null, signature: null }),
    },
    failed: {
      description: "The wallet or the server reported an error.",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Begin again, perhaps with another wallet.",
          actions: assign({ connectorId: null }),
        },
      },
    },
    timedOut: {
      description: "The wallet or the server did not answer.",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Begin again, perhaps with another wallet.",
          actions: assign({ connectorId: null }),
        },
      },
    },
    connected: { type: "final", description: "The wallet is ready to pay." },
    cancelled: { type: "final", description: "The person gave up." },
  },
});

export const walletConnectionSecrets: readonly string[] = ["challenge", "signature", "message"];
