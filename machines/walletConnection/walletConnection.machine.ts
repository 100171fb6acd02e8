import { assign } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { failTo, readError } from "../kit/request.ts";
import { connecting, getOwnershipProof, proving } from "./walletConnection.proof.ts";
import {
  walletConnectionSetup,
  type WalletConnectionContext,
  type WalletConnectionOutput,
} from "./walletConnection.setup.ts";

const NOT_PROVEN: Failure = { kind: "api", error: "walletNotProven", message: "" };

const unwatched = { description: "The wallet cannot be watched; the person's own try leads on." } as const;

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
        guard: { type: "isLocked", params: readError },
        target: "locked",
        description: "The wallet shows no account any more.",
        actions: assign({ account: null }),
      },
      unwatched,
    ],
  },
});

/** Part of the states in which no proof is made or checked: none is kept. */
const unprovenState = { entry: "clearProof" } as const;

function toConnected({ connectorId, account, isProven, wallet }: WalletConnectionContext): WalletConnectionOutput {
  if (connectorId === null || account === null) throw new Error("no wallet is connected");
  return { status: "connected", connectorId, ...account, isProven, wallet };
}

function toCodeAsked(context: WalletConnectionContext): WalletConnectionOutput {
  if (context.failure === null) throw new Error("the server has not refused the proof");
  return { status: "codeAsked", ownershipProof: getOwnershipProof(context), failure: context.failure };
}

/** Reaches a wallet, brings it to the right network and address, and has its ownership proven. */
export const walletConnectionMachine = walletConnectionSetup.createMachine({
  id: "walletConnection",
  description: "Connection of a wallet, for a payment or to bind it.",
  context: ({ input }) => ({
    ...input,
    wallets: [],
    account: null,
    challenge: null,
    proof: null,
    wallet: null,
    failure: null,
  }),
  initial: "detecting",
  output: ({ event }) => event.output as WalletConnectionOutput,
  on: {
    "ui.cancel": {
      target: ".cancelled",
      description: "The person gave the connection up.",
      actions: "leave",
    },
  },
  states: {
    detecting: {
      description: "Listens for wallets of this kind.",
      tags: "busy",
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
          },
          {
            guard: { type: "isOneAnnounced", params: ({ event }) => ({ wallets: event.output }) },
            target: "connecting",
            description: "There is nothing to choose.",
            actions: assign({ connectorId: ({ event }) => event.output[0]?.connectorId ?? null }),
          },
          {
            target: "choosingWallet",
            description: "Several wallets answered.",
            actions: assign({ wallets: ({ event }) => event.output }),
          },
        ],
        onError: failTo({ target: "failed", description: "Looking for wallets failed." }),
      },
      after: { detectTimeout: { target: "timedOut", description: "No answer in time." } },
    },
    notInstalled: {
      ...unprovenState,
      description: "There is no wallet of this kind in this browser.",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Look again, perhaps after installing one.",
          actions: "clearWallet",
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
    connecting,
    checkingAccount: {
      description: "Network and address of the account are compared with those of the payment.",
      tags: "busy",
      always: [
        {
          guard: "isOtherNetwork",
          target: "wrongNetwork",
          description: "Connected, on another network.",
        },
        {
          guard: "isOtherAddress",
          target: "wrongAddress",
          description: "Connected with another address.",
        },
        { guard: "hasProof", target: "proving.submitting", description: "Right, and the proof came with it." },
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
      ...unprovenState,
      description: "The person has to unlock the wallet.",
      // It shows no account that could go away.
      invoke: { ...watchedState.invoke, onError: unwatched },
      on: { "ui.retry": { target: "connecting", description: "It is unlocked now." } },
    },
    denied: {
      ...unprovenState,
      description: "The person refused.",
      on: { "ui.retry": { target: "connecting", description: "Ask the wallet again." } },
    },
    wrongNetwork: {
      ...unprovenState,
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
      tags: "busy",
      invoke: {
        id: "switchNetwork",
        src: "switchNetwork",
        input: ({ context }) => ({
          walletType: context.walletType,
          connectorId: context.connectorId ?? "",
          networkId: context.networkId ?? "",
        }),
        onDone: { target: "connecting", description: "Switched: look at the account again." },
        onError: { target: "wrongNetwork", description: "Refused or impossible." },
      },
      after: { walletTimeout: { target: "timedOut", description: "No answer from the wallet in time." } },
    },
    wrongAddress: {
      ...unprovenState,
      description: "The wallet shows another address than the one that has to pay.",
      ...watchedState,
      on: { "ui.retry": { target: "connecting", description: "The account was changed in the wallet." } },
    },
    explainingProof: {
      ...unprovenState,
      description: "Tells that a free signature is needed, before the wallet's window opens.",
      ...watchedState,
      exit: "clearFailure",
      on: { "ui.sign": { target: "proving", description: "The person is ready to sign." } },
    },
    proving,
    failed: {
      ...unprovenState,
      description: "The wallet or the server reported an error.",
      exit: "clearFailure",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Begin again, perhaps with another wallet.",
          actions: "clearWallet",
        },
      },
    },
    timedOut: {
      ...unprovenState,
      description: "The wallet or the server did not answer.",
      on: {
        "ui.retry": {
          target: "detecting",
          description: "Begin again, perhaps with another wallet.",
          actions: "clearWallet",
        },
      },
    },
    connected: {
      ...unprovenState,
      type: "final",
      description: "The wallet is ready to pay.",
      output: ({ context }) => toConnected(context),
    },
    cancelled: { type: "final", description: "The person gave up.", output: { status: "cancelled" } },
    codeAsked: {
      type: "final",
      description: "The server accepts the proof together with the security code alone.",
      tags: "busy",
      output: ({ context }) => toCodeAsked(context),
    },
  },
});
