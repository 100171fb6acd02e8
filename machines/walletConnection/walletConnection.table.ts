import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { StateRows, TransitionTable } from "../kit/transitionTable.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  ConnectionAnswer,
  OwnershipProof,
  WalletConnectionContext,
  WalletConnectionEvent,
  WalletConnectionInput,
} from "./walletConnection.setup.ts";

export interface WalletConnectionShape {
  context: WalletConnectionContext;
  event: WalletConnectionEvent;
  input: WalletConnectionInput;
  outputs: {
    detect: readonly AnnouncedWallet[];
    requestFirstChallenge: components["schemas"]["Challenge"];
    connect: ConnectionAnswer;
    switchNetwork: null;
    watch: ConnectedAccount;
    requestChallenge: components["schemas"]["Challenge"];
    sign: string;
    submitProof: components["schemas"]["Wallet"];
  };
}

type Context = WalletConnectionContext;

const setFailure = (_: Context, event: { error: unknown }): Partial<Context> => ({ failure: toFailure(event.error) });
const isLate = (_: Context, { error }: { error: unknown }): boolean => toFailure(error).kind === "timeout";
const clearProof = { challenge: null, proof: null };
const clearWallet = { connectorId: null, account: null };
const setFailureOfProof = (before: Context, event: { error: unknown }): Partial<Context> => ({
  ...clearProof,
  ...setFailure(before, event),
});
/** Each new attempt to connect forgets the last. */
const connectAnew = { account: null, ...clearProof };
const setAccount = (_: Context, { output }: { output: ConnectedAccount }): Partial<Context> => ({ account: output });

function isRefusal(_: Context, { error }: { error: unknown }): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && (failure.reason === "denied" || failure.reason === "cancelled");
}

const toOwnershipProof = ({ walletType, account, challenge, proof }: Context): OwnershipProof => ({
  type: walletType,
  address: account?.address ?? "",
  proof: { challengeId: challenge?.challengeId ?? "", ...proof },
});

function isCodeAsked(_: Context, { error }: { error: unknown }): boolean {
  const failure = toFailure(error);
  const keys: readonly string[] = ["securityCodeRequired", "wrongSecurityCode", "securityCodeLocked"];
  return failure.kind === "api" && keys.includes(failure.error);
}

function isLocked(_: Context, { error }: { error: unknown }): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && (failure.reason === "locked" || failure.reason === "notLoggedIn");
}

/** PRODUCT.md 5, 6: the page follows the wallet; a change of account or network leads on by itself. */
const watched: StateRows<WalletConnectionShape> = {
  "done(watch)": { target: "checkingAccount", changes: setAccount },
  "error(watch)": [{ guard: "isLocked", when: isLocked, target: "locked", changes: { account: null } }, {}],
};

/** The same where a failure shows, which is forgotten with the account that it was of. */
const watchedAfterFailure: StateRows<WalletConnectionShape> = {
  "done(watch)": { target: "checkingAccount", changes: (_, { output }) => ({ account: output, failure: null }) },
  "error(watch)": [
    { guard: "isLocked", when: isLocked, target: "locked", changes: { account: null, failure: null } },
    {},
  ],
};

export const walletConnectionTable: TransitionTable<WalletConnectionShape> = {
  delaysMs: { detectTimeout: 10_000, walletTimeout: 120_000 },
  asks: {
    detect: ({ walletType }) => ({ walletType }),
    requestFirstChallenge: ({ walletType }) => ({ type: walletType, address: null }),
    connect: ({ walletType, connectorId, networkId, expectedAddress, challenge }) => ({
      walletType,
      connectorId,
      networkId,
      expectedAddress,
      message: challenge?.message ?? null,
    }),
    switchNetwork: ({ walletType, connectorId, networkId }) => ({ walletType, connectorId, networkId }),
    watch: ({ walletType, connectorId, account }) => ({ walletType, connectorId, account }),
    requestChallenge: ({ walletType, account }) => ({ type: walletType, address: account?.address }),
    sign: ({ walletType, connectorId, account, challenge }) => ({
      walletType,
      connectorId,
      address: account?.address,
      message: challenge?.message,
    }),
    submitProof: toOwnershipProof,
  },
  context: (input) => ({
    ...input,
    wallets: [],
    account: null,
    challenge: null,
    proof: null,
    wallet: null,
    failure: null,
  }),
  states: {
    "(machine)": {
      initial: "detecting",
      "ui.cancel": {
        target: "cancelled",
        changes: { connectorId: null, account: null, failure: null, ...clearProof },
      },
    },
    detecting: {
      "done(detect)": [
        { guard: "isNothingAnnounced", when: (_, { output }) => output.length === 0, target: "notInstalled" },
        {
          guard: "isTakenBefore",
          when: ({ connectorId }, { output }) => output.map((wallet) => wallet.connectorId).includes(connectorId ?? ""),
          target: "connecting",
          changes: connectAnew,
        },
        {
          guard: "isOneAnnounced",
          when: ({ capabilities }, { output }) => output.length === 1 || !capabilities.discovery,
          target: "connecting",
          changes: (_, { output }) => ({ ...connectAnew, connectorId: output[0]?.connectorId ?? null }),
        },
        { target: "choosingWallet", changes: (_, { output }) => ({ wallets: output }) },
      ],
      "error(detect)": { target: "failed", changes: setFailure },
      "after(detectTimeout)": { target: "timedOut" },
    },
    notInstalled: { "ui.retry": { target: "detecting", changes: clearWallet } },
    choosingWallet: {
      "ui.chooseWallet": {
        guard: "isAnnounced",
        when: ({ wallets }, { connectorId }) => wallets.map((wallet) => wallet.connectorId).includes(connectorId),
        target: "connecting",
        changes: (_, { connectorId }) => ({ ...connectAnew, connectorId }),
      },
    },
    connecting: { initial: "connecting.choosingWay" },
    "connecting.choosingWay": {
      always: [
        {
          guard: "needsProofFirst",
          when: ({ isProven, capabilities }) => capabilities.proofWhileConnecting && !isProven,
          target: "connecting.requestingChallenge",
        },
        { target: "connecting.asking" },
      ],
    },
    "connecting.requestingChallenge": {
      "done(requestFirstChallenge)": {
        target: "connecting.explaining",
        changes: (_, { output }) => ({ challenge: output }),
      },
      "error(requestFirstChallenge)": [
        { guard: "isTimeout", when: isLate, target: "timedOut" },
        { target: "failed", changes: setFailure },
      ],
    },
    "connecting.explaining": { "ui.sign": { target: "connecting.asking" } },
    "connecting.asking": {
      "done(connect)": {
        target: "checkingAccount",
        changes: ({ challenge }, { output }) => ({
          account: output.account,
          proof: challenge === null ? null : output.proof,
        }),
      },
      "error(connect)": [
        { guard: "isLocked", when: isLocked, target: "locked", changes: clearProof },
        { guard: "isDenied", when: isRefusal, target: "denied", changes: clearProof },
        {
          guard: "isNotInstalled",
          when: (_, { error }) => {
            const failure = toFailure(error);
            return failure.kind === "wallet" && failure.reason === "notInstalled";
          },
          target: "notInstalled",
          changes: clearProof,
        },
        {
          guard: "isOnOtherNetwork",
          when: (_, { error }) => {
            const failure = toFailure(error);
            return failure.kind === "wallet" && failure.reason === "wrongNetwork";
          },
          target: "wrongNetwork",
          changes: clearProof,
        },
        { target: "failed", changes: setFailureOfProof },
      ],
      "after(walletTimeout)": { target: "timedOut", changes: clearProof },
    },
    checkingAccount: {
      always: [
        {
          guard: "isOtherNetwork",
          when: ({ networkId, account }) => networkId !== null && account?.networkId !== networkId,
          target: "wrongNetwork",
          changes: clearProof,
        },
        {
          guard: "isOtherAddress",
          when: ({ walletType, expectedAddress, account }) => {
            if (expectedAddress === null) return false;
            return walletType === "ETH"
              ? account?.address.toUpperCase() !== expectedAddress.toUpperCase()
              : account?.address !== expectedAddress;
          },
          target: "wrongAddress",
          changes: clearProof,
        },
        {
          guard: "hasProof",
          when: ({ proof }) => proof !== null,
          target: "proving.submitting",
        },
        {
          guard: "needsProof",
          when: ({ isProven, capabilities }) => capabilities.messageSigning && !isProven,
          target: "explainingProof",
          changes: clearProof,
        },
        {
          guard: "isWorthless",
          when: ({ isProven, hasReference }) => !(isProven || hasReference),
          target: "failed",
          changes: { ...clearProof, failure: { kind: "api", error: "walletNotProven", message: "" } },
        },
        { target: "connected", changes: clearProof },
      ],
    },
    locked: { ...watched, "error(watch)": {}, "ui.retry": { target: "connecting", changes: connectAnew } },
    denied: { "ui.retry": { target: "connecting", changes: connectAnew } },
    wrongNetwork: {
      ...watched,
      "ui.switchNetwork": {
        guard: "canSwitchNetwork",
        when: ({ capabilities, networkId }) => networkId !== null && capabilities.networkSwitch,
        target: "switchingNetwork",
      },
      "ui.retry": { target: "connecting", changes: connectAnew },
    },
    switchingNetwork: {
      "done(switchNetwork)": { target: "connecting", changes: connectAnew },
      "error(switchNetwork)": { target: "wrongNetwork" },
      "after(walletTimeout)": { target: "timedOut" },
    },
    wrongAddress: { ...watched, "ui.retry": { target: "connecting", changes: connectAnew } },
    explainingProof: { ...watchedAfterFailure, "ui.sign": { target: "proving", changes: { failure: null } } },
    proving: { initial: "proving.requestingChallenge" },
    "proving.requestingChallenge": {
      "done(requestChallenge)": { target: "proving.signing", changes: (_, { output }) => ({ challenge: output }) },
      "error(requestChallenge)": [
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: clearProof },
        { target: "failed", changes: setFailureOfProof },
      ],
    },
    "proving.signing": {
      "done(sign)": {
        target: "proving.submitting",
        changes: (_, { output }) => ({ proof: { signature: output } }),
      },
      "error(sign)": [
        { guard: "isDenied", when: isRefusal, target: "explainingProof", changes: setFailureOfProof },
        { target: "failed", changes: setFailureOfProof },
      ],
      "after(walletTimeout)": { target: "timedOut", changes: clearProof },
    },
    "proving.submitting": {
      "ui.cancel": {},
      "done(submitProof)": {
        target: "connected",
        changes: (_, { output }) => ({ ...clearProof, isProven: true, wallet: output }),
      },
      "error(submitProof)": [
        {
          guard: "isProofDispensable",
          when: (before, event) => before.hasReference && isCodeAsked(before, event),
          target: "connected",
          changes: clearProof,
        },
        {
          guard: "isSecurityCodeAsked",
          when: isCodeAsked,
          target: "codeAsked",
          changes: setFailure,
        },
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: clearProof },
        { target: "failed", changes: setFailureOfProof },
      ],
    },
    failed: { "ui.retry": { target: "detecting", changes: { ...clearWallet, failure: null } } },
    timedOut: { "ui.retry": { target: "detecting", changes: clearWallet } },
    connected: {},
    cancelled: {},
    codeAsked: {},
  },
};
