import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { type Failure, hasWalletReason, isTimeout, type WalletFailureReason } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import {
  failTo,
  failureActions,
  ifTimeout,
  readError,
  readOutput,
  setFailure,
  setOutputFailure,
  takeOutput,
} from "../kit/request.ts";
import { promptGuards, readBound, secured, ifCodeAsked } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { WalletKind } from "./walletKind.ts";

type WalletType = components["schemas"]["WalletType"];
type Challenge = components["schemas"]["Challenge"];
type Wallet = components["schemas"]["Wallet"];
type WalletProof = components["schemas"]["WalletProof"];

/** What a wallet gives to prove its address: a signature of the text, or its kind's own answer. */
export type WalletSignature = Omit<WalletProof, "challengeId">;

/** What the server gets to check: the proof with the challenge that it answers. */
interface OwnershipProof {
  type: WalletType;
  address: string;
  proof: WalletProof;
}

export interface WalletConnectionInput extends WalletKind {
  walletType: WalletType;
  /** The only address that is accepted; null accepts any. */
  expectedAddress: string | null;
  /** CAIP-2 id; null where the kind knows no networks. */
  networkId: string | null;
  /** Whether the ownership of `expectedAddress` is proven already. */
  isProven: boolean;
  /** Whether the proof blocks withdrawals of the coin for a day, since it takes the place of another one. */
  isBlocking: boolean;
  /** Whether the person has read what the proof means before the connection began. */
  isExplained: boolean;
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
  /** The address that it shows this page already, from an earlier connection. */
  address?: string | undefined;
}

interface Announced {
  output: readonly AnnouncedWallet[];
}

interface Rejection {
  error: unknown;
}

export interface ConnectedAccount {
  address: string;
  networkId: string | null;
}

/** What a wallet answers when it is connected. */
export interface ConnectionAnswer {
  account: ConnectedAccount;
  /** Null where the kind does not prove while it connects, or nothing was to be proven. */
  proof: WalletSignature | null;
}

/** Input of the actor that connects. */
export interface ConnectionRequest {
  walletType: WalletType;
  connectorId: string;
  /** CAIP-2 id. */
  networkId: string | null;
  /** The only address that is accepted, so that a wallet that shows it already is not asked again; null accepts any. */
  expectedAddress: string | null;
  /** What is to be proven while connecting; null: nothing. */
  message: string | null;
}

export interface WalletConnectionContext extends WalletConnectionInput {
  /** To choose among. */
  wallets: readonly AnnouncedWallet[];
  account: ConnectedAccount | null;
  challenge: Challenge | null;
  proof: WalletSignature | null;
  /** As the server keeps it, once its ownership was proven here. */
  wallet: Wallet | null;
  /** Why the connection failed or the signature was refused, as long as that shows. */
  failure: Failure | null;
}

export type WalletConnectionEvent =
  | { type: "ui.chooseWallet"; connectorId: string }
  | { type: "ui.switchNetwork" }
  | { type: "ui.sign" }
  | { type: "ui.retry" }
  | { type: "ui.cancel" };

export type WalletConnectionOutput =
  | {
      status: "connected";
      connectorId: string;
      address: string;
      networkId: string | null;
      isProven: boolean;
      /** As the server keeps it, where its ownership was proven now. */
      wallet: Wallet | null;
    }
  | { status: "cancelled" }
  /** The person does not know the security code any more, without which the server accepts no proof. */
  | { status: "forgotten" };

/** A wallet that is connected, on the right network and with an address that is accepted. */
export type Connected = Extract<WalletConnectionOutput, { status: "connected" }>;

/** Input of an actor that watches a wallet. */
export interface WalletWatch {
  walletType: WalletType;
  connectorId: string;
  /** The account that is known; null while the wallet shows none. */
  account: ConnectedAccount | null;
}

const NOT_PROVEN: Failure = { kind: "api", error: "walletNotProven", message: "" };

/** What the server gets to check: the proof with the challenge that it answers. */
function getOwnershipProof({ walletType, account, challenge, proof }: WalletConnectionContext): OwnershipProof {
  return {
    type: walletType,
    address: account?.address ?? "",
    proof: { challengeId: challenge?.challengeId ?? "", ...proof },
  };
}

/** The wallet that shows the expected address already. */
function findOpen(
  { expectedAddress, walletType }: WalletConnectionContext,
  wallets: readonly AnnouncedWallet[],
): AnnouncedWallet | undefined {
  if (expectedAddress === null) return undefined;
  return wallets.find(({ address }) => address !== undefined && isSameAddress(walletType, address, expectedAddress));
}

function toConnected({ connectorId, account, isProven, wallet }: WalletConnectionContext): WalletConnectionOutput {
  if (connectorId === null || account === null) throw new Error("no wallet is connected");
  return { status: "connected", connectorId, ...account, isProven, wallet };
}

const walletConnectionSetup = setup({
  types: {
    input: {} as WalletConnectionInput,
    context: {} as WalletConnectionContext,
    events: {} as WalletConnectionEvent,
    tags: {} as "busy",
    meta: {} as { reason: WalletFailureReason },
    output: {} as WalletConnectionOutput,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    securityCodePrompt: securityCodePromptMachine,
    detect: provideActor<readonly AnnouncedWallet[], { walletType: WalletType }>("walletConnection.detect"),
    connect: provideActor<ConnectionAnswer, ConnectionRequest>("walletConnection.connect"),
    switchNetwork: provideActor<null, { walletType: WalletType; connectorId: string; networkId: string }>(
      "walletConnection.switchNetwork",
    ),
    /** Resolves with the wallet's account once its address or its network differs from the known one. */
    watch: provideActor<ConnectedAccount, WalletWatch>("walletConnection.watch"),
    /** `address` is null where the wallet names it together with the proof. */
    requestChallenge: provideActor<Challenge, { type: WalletType; address: string | null }>(
      "walletConnection.requestChallenge",
    ),
    sign: provideActor<string, { walletType: WalletType; connectorId: string; address: string; message: string }>(
      "walletConnection.sign",
    ),
    submitProof: provideActor<Wallet, OwnershipProof>("walletConnection.submitProof"),
  },
  guards: {
    isTimeout: (_, { error }: Rejection) => isTimeout(error),
    isNothingAnnounced: (_, { output }: Announced) => output.length === 0,
    isOneAnnounced: ({ context }, { output }: Announced) =>
      output.length === 1 || !context.capabilities.discovery || findOpen(context, output) !== undefined,
    isAnnounced: ({ context }, params: { connectorId: string }) =>
      context.wallets.some((wallet) => wallet.connectorId === params.connectorId),
    isTakenBefore: ({ context }, { output }: Announced) =>
      output.some(({ connectorId }) => connectorId === context.connectorId),
    isLocked: (_, { error }: Rejection) => hasWalletReason(error, ["locked", "notLoggedIn"]),
    isDenied: (_, { error }: Rejection) => hasWalletReason(error, ["denied", "cancelled"]),
    isNotInstalled: (_, { error }: Rejection) => hasWalletReason(error, ["notInstalled"]),
    isOtherNetwork: ({ context: { account, networkId } }) => networkId !== null && account?.networkId !== networkId,
    isOtherAddress: ({ context: { account, expectedAddress, walletType } }) =>
      expectedAddress !== null && !isSameAddress(walletType, account?.address ?? "", expectedAddress),
    isOnOtherNetwork: (_, { error }: Rejection) => hasWalletReason(error, ["wrongNetwork"]),
    needsProofFirst: ({ context }) => !context.isProven && context.capabilities.proofWhileConnecting,
    isExplained: ({ context }) => context.isExplained,
    hasProof: ({ context }) => context.proof !== null,
    needsProof: ({ context }) => !context.isProven && context.capabilities.messageSigning,
    isWorthless: ({ context }) => !context.isProven && !context.hasReference,
    ...promptGuards,
    isProofDispensable: ({ context }, why: Rejection) =>
      context.hasReference && promptGuards.isSecurityCodeAsked({}, why),
    canSwitchNetwork: ({ context }) => context.capabilities.networkSwitch && context.networkId !== null,
  },
  actions: {
    ...failureActions,
    setChallenge: assign((_, challenge: Challenge) => ({ challenge })),
    setProven: assign((_, { wallet }: { wallet: Wallet | null }) => ({ isProven: true, wallet })),
    clearProof: assign({ challenge: null, proof: null }),
    clearWallet: assign({ connectorId: null, account: null }),
  },
  delays: {
    detectTimeout: 10_000,
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
  },
});

const setChallenge = { type: "setChallenge", params: takeOutput<Challenge> } as const;

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

const BEGIN_AGAIN = {
  target: "detecting",
  description: "Begin again, perhaps with another wallet.",
  actions: "clearWallet",
} as const;

const LATE = { guard: ifTimeout, target: "#walletConnection.timedOut", description: "No answer in time." } as const;

const NO_TEXT = [
  LATE,
  failTo({ target: "#walletConnection.failed", description: "The server gives no text." }),
] as const;

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
    "ui.cancel": { target: ".cancelled", description: "The person gave the connection up." },
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
            guard: { type: "isNothingAnnounced", params: readOutput },
            target: "notInstalled",
            description: "No wallet of this kind answered.",
          },
          {
            guard: { type: "isTakenBefore", params: readOutput },
            target: "connecting",
            description: "The wallet of before is there again.",
          },
          {
            guard: { type: "isOneAnnounced", params: readOutput },
            target: "connecting",
            description: "There is nothing to choose, or the wallet that has to pay is open.",
            actions: assign({
              connectorId: ({ context, event: { output } }) =>
                (findOpen(context, output) ?? output[0])?.connectorId ?? null,
            }),
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
      meta: { reason: "notInstalled" },
      on: { "ui.retry": { ...BEGIN_AGAIN, description: "Look again, perhaps after installing one." } },
    },
    choosingWallet: {
      description: "The person chooses among the wallets that answered.",
      on: {
        "ui.chooseWallet": {
          guard: { type: "isAnnounced", params: ({ event }) => event },
          target: "connecting",
          description: "A wallet was chosen.",
          actions: assign({ connectorId: ({ event }) => event.connectorId }),
        },
      },
    },
    connecting: {
      description: "The wallet is asked to connect; where it proves its address with that, the text is read before.",
      entry: assign({ account: null }),
      initial: "choosingWay",
      states: {
        choosingWay: {
          description: "Whether the wallet has to prove its address while it connects.",
          always: [
            { guard: "needsProofFirst", target: "requestingChallenge", description: "It proves while it connects." },
            { target: "asking", description: "It only shows its account." },
          ],
        },
        requestingChallenge: {
          description: "The server writes the text that the wallet is to prove its address with.",
          tags: "busy",
          invoke: {
            id: "requestFirstChallenge",
            src: "requestChallenge",
            input: ({ context }) => ({ type: context.walletType, address: null }),
            onDone: [
              {
                guard: "isExplained",
                target: "asking",
                description: "The text arrived, and the person knows what it is for.",
                actions: setChallenge,
              },
              { target: "explaining", description: "The text arrived.", actions: setChallenge },
            ],
            onError: NO_TEXT,
          },
        },
        explaining: {
          description: "Tells that connecting proves the address, before the wallet's window opens.",
          on: { "ui.sign": { target: "asking", description: "The person is ready to connect." } },
        },
        asking: {
          description: "The wallet asks the person to connect.",
          tags: "busy",
          invoke: {
            id: "connect",
            src: "connect",
            input: ({ context: { walletType, connectorId, networkId, expectedAddress, challenge } }) => ({
              walletType,
              connectorId: connectorId ?? "",
              networkId,
              expectedAddress,
              message: challenge?.message ?? null,
            }),
            onDone: {
              target: "#walletConnection.checkingAccount",
              description: "The wallet shows an account.",
              actions: assign(({ context, event: { output } }) => ({
                account: output.account,
                // A proof that nobody asked for answers nothing.
                proof: context.challenge === null ? null : output.proof,
              })),
            },
            onError: [
              {
                guard: { type: "isLocked", params: readError },
                target: "#walletConnection.locked",
                description: "The wallet is locked or nobody is logged in to it.",
              },
              {
                guard: { type: "isDenied", params: readError },
                target: "#walletConnection.denied",
                description: "The person refused in the wallet.",
              },
              {
                guard: { type: "isNotInstalled", params: readError },
                target: "#walletConnection.notInstalled",
                description: "The wallet is gone.",
              },
              {
                guard: { type: "isOnOtherNetwork", params: readError },
                target: "#walletConnection.wrongNetwork",
                description: "The wallet has no account on this network.",
              },
              failTo({ target: "#walletConnection.failed", description: "The wallet cannot be connected." }),
            ],
          },
          after: {
            walletTimeout: { target: "#walletConnection.timedOut", description: "No answer from the wallet in time." },
          },
        },
      },
    },
    checkingAccount: {
      description: "Network and address of the account are compared with those of the payment.",
      tags: "busy",
      always: [
        { guard: "isOtherNetwork", target: "wrongNetwork", description: "Connected, on another network." },
        { guard: "isOtherAddress", target: "wrongAddress", description: "Connected with another address." },
        { guard: "hasProof", target: "proving.submitting", description: "Right, and the proof came with it." },
        { guard: "needsProof", target: "explainingProof", description: "Right, and its ownership is not proven yet." },
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
      meta: { reason: "locked" },
      // It shows no account that could go away.
      invoke: { ...watchedState.invoke, onError: unwatched },
      on: { "ui.retry": { target: "connecting", description: "It is unlocked now." } },
    },
    denied: {
      ...unprovenState,
      description: "The person refused.",
      meta: { reason: "denied" },
      on: { "ui.retry": { target: "connecting", description: "Ask the wallet again." } },
    },
    wrongNetwork: {
      ...unprovenState,
      description: "The wallet is on another network than the payment.",
      meta: { reason: "wrongNetwork" },
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
      meta: { reason: "addressMismatch" },
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
    proving: {
      description: "The ownership is being proven by a free signature.",
      tags: "busy",
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
              actions: setChallenge,
            },
            onError: NO_TEXT,
          },
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
              actions: assign({ proof: ({ event }) => ({ signature: event.output }) }),
            },
            onError: [
              {
                guard: { type: "isDenied", params: readError },
                target: "#walletConnection.explainingProof",
                description: "The person refused to sign.",
                actions: setFailure,
              },
              failTo({ target: "#walletConnection.failed", description: "The wallet cannot sign." }),
            ],
          },
          after: { walletTimeout: { target: "#walletConnection.timedOut", description: "No signature in time." } },
        },
        submitting: {
          description: "The server checks the proof.",
          on: { "ui.cancel": { description: "Too late: the server is binding it, and its answer ends the wait." } },
          invoke: {
            id: "submitProof",
            src: "submitProof",
            input: ({ context }) => getOwnershipProof(context),
            onDone: {
              target: "#walletConnection.connected",
              description: "Proven.",
              actions: { type: "setProven", params: ({ event }) => ({ wallet: event.output }) },
            },
            onError: [
              {
                guard: { type: "isProofDispensable", params: readError },
                target: "#walletConnection.connected",
                description: "The server wants the security code, and the payment names its order without a proof.",
              },
              ifCodeAsked("#walletConnection.askingCode"),
              LATE,
              failTo({ target: "#walletConnection.failed", description: "The proof was not accepted." }),
            ],
          },
        },
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the proof is handed in with it.",
      exit: "clearFailure",
      on: { "ui.cancel": { description: "The question for the code has a way back of its own." } },
      invoke: secured({
        attempt: (context: WalletConnectionContext) => ({ kind: "bindWallet", ...getOwnershipProof(context) }),
        failure: ({ failure }) => failure,
        cases: [],
        given: {
          target: "connected",
          description: "The code was right: proven.",
          actions: { type: "setProven", params: readBound },
        },
        forgotten: { target: "forgotten", description: "The code is to be recovered first." },
        failed: {
          target: "failed",
          description: "The server refused for another reason.",
          actions: setOutputFailure,
        },
        givenUp: { target: "cancelled", description: "The person gave it up." },
        broken: { target: "failed" },
      }),
    },
    failed: {
      ...unprovenState,
      description: "The wallet or the server reported an error.",
      exit: "clearFailure",
      on: { "ui.retry": BEGIN_AGAIN },
    },
    timedOut: {
      ...unprovenState,
      description: "The wallet or the server did not answer.",
      meta: { reason: "linkTimeout" },
      on: { "ui.retry": BEGIN_AGAIN },
    },
    connected: {
      ...unprovenState,
      type: "final",
      description: "The wallet is ready to pay.",
      output: ({ context }) => toConnected(context),
    },
    cancelled: {
      type: "final",
      description: "The person gave up.",
      entry: ["clearProof", "clearWallet"],
      output: { status: "cancelled" },
    },
    forgotten: {
      ...unprovenState,
      type: "final",
      description: "The code is to be recovered first.",
      output: { status: "forgotten" },
    },
  },
});
