import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { type Failure, hasWalletReason, isTimeout } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";
import { isSecurityCodeAsked } from "../securityCodePrompt/securedAttempt.ts";

type WalletType = components["schemas"]["WalletType"];
type Challenge = components["schemas"]["Challenge"];
type Wallet = components["schemas"]["Wallet"];
type WalletProof = components["schemas"]["WalletProof"];

/** What a wallet gives to prove its address: a signature of the text, or its kind's own answer. */
export type WalletSignature = Omit<WalletProof, "challengeId">;

/** What the server gets to check: the proof with the challenge that it answers. */
export interface OwnershipProof {
  type: WalletType;
  address: string;
  proof: WalletProof;
}

/** What a kind of wallet can do, so that one chart serves all four. */
export interface WalletCapabilities {
  /** Several wallets announce themselves, and the person chooses (EIP-6963, TIP-6963, Wallet Standard). */
  discovery: boolean;
  /** The page may ask the wallet to change its network. */
  networkSwitch: boolean;
  /** The wallet signs a text for free. */
  messageSigning: boolean;
  /** The wallet proves its address while it connects, so that the text is needed first. */
  proofWhileConnecting: boolean;
}

export interface WalletKind {
  capabilities: WalletCapabilities;
  /** Where the wallet can be installed from. */
  installUrl: string;
}

/** The kinds of wallets that can be connected. */
export type WalletKinds = Readonly<Partial<Record<WalletType, WalletKind>>>;

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
  /** The server accepts the proof together with the security code alone. */
  | { status: "codeAsked"; ownershipProof: OwnershipProof; failure: Failure };

/** A wallet that is connected, on the right network and with an address that is accepted. */
export type Connected = Extract<WalletConnectionOutput, { status: "connected" }>;

export function getConnected(output: WalletConnectionOutput): Connected | null {
  return output.status === "connected" ? output : null;
}

/** Input of an actor that watches a wallet. */
export interface WalletWatch {
  walletType: WalletType;
  connectorId: string;
  /** The account that is known; null while the wallet shows none. */
  account: ConnectedAccount | null;
}

export const walletConnectionSetup = setup({
  types: {
    input: {} as WalletConnectionInput,
    context: {} as WalletConnectionContext,
    events: {} as WalletConnectionEvent,
    tags: {} as "busy",
    output: {} as WalletConnectionOutput,
  },
  actors: {
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
    isTimeout: (_, { error }: { error: unknown }) => isTimeout(error),
    isNothingAnnounced: (_, params: { wallets: readonly AnnouncedWallet[] }) => params.wallets.length === 0,
    isOneAnnounced: ({ context }, params: { wallets: readonly AnnouncedWallet[] }) =>
      params.wallets.length === 1 || !context.capabilities.discovery,
    isAnnounced: ({ context }, params: { connectorId: string }) =>
      context.wallets.some((wallet) => wallet.connectorId === params.connectorId),
    isTakenBefore: ({ context }, params: { wallets: readonly AnnouncedWallet[] }) =>
      params.wallets.some((wallet) => wallet.connectorId === context.connectorId),
    isLocked: (_, params: { error: unknown }) => hasWalletReason(params.error, ["locked", "notLoggedIn"]),
    isDenied: (_, params: { error: unknown }) => hasWalletReason(params.error, ["denied", "cancelled"]),
    isNotInstalled: (_, params: { error: unknown }) => hasWalletReason(params.error, ["notInstalled"]),
    isOtherNetwork: ({ context: { account, networkId } }) => networkId !== null && account?.networkId !== networkId,
    isOtherAddress: ({ context: { account, expectedAddress, walletType } }) =>
      expectedAddress !== null && !isSameAddress(walletType, account?.address ?? "", expectedAddress),
    isOnOtherNetwork: (_, params: { error: unknown }) => hasWalletReason(params.error, ["wrongNetwork"]),
    needsProofFirst: ({ context }) => !context.isProven && context.capabilities.proofWhileConnecting,
    hasProof: ({ context }) => context.proof !== null,
    needsProof: ({ context }) => !context.isProven && context.capabilities.messageSigning,
    isWorthless: ({ context }) => !context.isProven && !context.hasReference,
    isSecurityCodeAsked: (_, params: { error: unknown }) => isSecurityCodeAsked(params.error),
    isProofDispensable: ({ context }, params: { error: unknown }) =>
      context.hasReference && isSecurityCodeAsked(params.error),
    canSwitchNetwork: ({ context }) => context.capabilities.networkSwitch && context.networkId !== null,
  },
  actions: {
    ...failureActions,
    clearProof: assign({ challenge: null, proof: null }),
    clearWallet: assign({ connectorId: null, account: null }),
    leave: assign({ connectorId: null, account: null, challenge: null, proof: null }),
  },
  delays: {
    detectTimeout: 10_000,
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
  },
});
