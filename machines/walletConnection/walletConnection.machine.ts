import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { toFailure, type Failure, type WalletFailureReason } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type WalletType = components["schemas"]["WalletType"];
type Challenge = components["schemas"]["Challenge"];

/** What a kind of wallet can do, so that one chart serves all four. */
export interface WalletCapabilities {
  /** Several wallets announce themselves, and the person chooses (EIP-6963, TIP-6963, Wallet Standard). */
  discovery: boolean;
  /** The page may ask the wallet to change its network. */
  networkSwitch: boolean;
  /** The wallet signs a text for free. */
  messageSigning: boolean;
}

export interface WalletConnectionInput {
  walletType: WalletType;
  capabilities: WalletCapabilities;
  /** Where the wallet can be had. */
  installUrl: string;
  /** The only address that will do; null takes any. */
  expectedAddress: string | null;
  /** EIP-155 chain id; null where the kind knows no networks. */
  chainId: number | null;
  /** Whether the ownership of `expectedAddress` is proven already. */
  isProven: boolean;
  /** Whether the payment names its order itself, so that it counts from an unproven wallet, too. */
  hasReference: boolean;
  /** The wallet that was connected before, to be taken again; null: none. */
  connectorId: string | null;
}

export interface AnnouncedWallet {
  /** Names the wallet for the adapter; holds no provider. */
  connectorId: string;
  name: string;
  /** Data URL; null without an icon. */
  icon: string | null;
}

export interface ConnectedAccount {
  address: string;
  chainId: number | null;
}

export interface WalletConnectionContext extends WalletConnectionInput {
  wallets: readonly AnnouncedWallet[];
  account: ConnectedAccount | null;
  challenge: Challenge | null;
  signature: string | null;
  failure: Failure | null;
}

export type WalletConnectionEvent =
  | { type: "ui.chooseWallet"; connectorId: string }
  | { type: "ui.switchNetwork" }
  | { type: "ui.sign" }
  | { type: "ui.retry" }
  | { type: "ui.cancel" };

export type WalletConnectionOutput =
  | { status: "connected"; connectorId: string; address: string; chainId: number | null; isProven: boolean }
  | { status: "cancelled" };

/** What is asked of the watch over a wallet. */
export interface WalletWatch {
  walletType: WalletType;
  connectorId: string;
  /** The account that is known; null while the wallet shows none. */
  account: ConnectedAccount | null;
}

function hasReason(error: unknown, reasons: readonly WalletFailureReason[]): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.includes(failure.reason);
}

const NOT_PROVEN: Failure = { kind: "api", error: "walletNotProven", message: "" };

/** Reaches a wallet, brings it to the right network and address, and has its ownership proven. */
const walletConnectionSetup = setup({
  types: {
    input: {} as WalletConnectionInput,
    context: {} as WalletConnectionContext,
    events: {} as WalletConnectionEvent,
    output: {} as WalletConnectionOutput,
  },
  actors: {
    detect: provideActor<readonly AnnouncedWallet[], { walletType: WalletType }>("walletConnection.detect"),
    connect: provideActor<ConnectedAccount, { walletType: WalletType; connectorId: string }>(
      "walletConnection.connect",
    ),
    switchNetwork: provideActor<ConnectedAccount, { walletType: WalletType; connectorId: string; chainId: number }>(
      "walletConnection.switchNetwork",
    ),
    /** Resolves with the wallet's account once it is another one, or on another network, than the known. */
    watch: provideActor<ConnectedAccount, WalletWatch>("walletConnection.watch"),
    requestChallenge: provideActor<Challenge, { type: WalletType; address: string }>(
      "walletConnection.requestChallenge",
    ),
    sign: provideActor<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
      "walletConnection.sign",
    ),
    submitProof: provideActor<null, { type: WalletType; address: string; challengeId: string; signature: string }>(
      "walletConnection.submitProof",
    ),
  },
  guards: {
    isNothingAnnounced: (_, params: { wallets: readonly AnnouncedWallet[] }) => params.wallets.length === 0,
    isOneAnnounced: ({ context }, params: { wallets: readonly AnnouncedWallet[] }) =>
      params.wallets.length === 1 || !context.capabilities.discovery,
    isAnnounced: ({ context }, params: { connectorId: string }) =>
      context.wallets.some((wallet) => wallet.connectorId === params.connectorId),
    isTakenBefore: ({ context }, params: { wallets: readonly AnnouncedWallet[] }) =>
      params.wallets.some((wallet) => wallet.connectorId === context.connectorId),
    isLocked: (_, params: { error: unknown }) => hasReason(params.error, ["locked", "notLoggedIn"]),
    isDenied: (_, params: { error: unknown }) => hasReason(params.error, ["denied", "cancelled"]),
    isNotInstalled: (_, params: { error: unknown }) => hasReason(params.error, ["notInstalled"]),
    isOtherNetwork: ({ context: { account, chainId } }) => chainId !== null && account?.chainId !== chainId,
    isOtherAddress: ({ context: { account, expectedAddress, walletType } }) =>
      expectedAddress !== null && !isSameAddress(walletType, account?.address ?? "", expectedAddress),
    needsProof: ({ context }) => !context.isProven && context.capabilities.messageSigning,
    isWorthless: ({ context }) => !context.isProven && !context.hasReference,
    canSwitchNetwork: ({ context }) => context.capabilities.networkSwitch && context.chainId !== null,
  },
  delays: {
    detectTimeout: 10_000,
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
  },
});

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
          chainId: context.account.chainId,
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
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
          {
            guard: { type: "isNotInstalled", params: ({ event }) => ({ error: event.error }) },
            target: "notInstalled",
            description: "The wallet is gone.",
          },
          {
            target: "failed",
            description: "The wallet cannot be connected.",
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
          chainId: context.chainId ?? 0,
        }),
        onDone: { target: "connecting", description: "Switched: look at the account again." },
        onError: {
          target: "wrongNetwork",
          description: "Refused or impossible.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
              actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
                actions: assign({ failure: ({ event }) => toFailure(event.error) }),
              },
              {
                target: "#walletConnection.failed",
                description: "The wallet cannot sign.",
                actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
              actions: assign({ failure: ({ event }) => toFailure(event.error) }),
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
