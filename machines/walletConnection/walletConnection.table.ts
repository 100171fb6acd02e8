import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../failure.ts";
import type { StateRows, TransitionTable } from "../transitionTable.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
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
    connect: ConnectedAccount;
    switchNetwork: null;
    watch: ConnectedAccount;
    requestChallenge: components["schemas"]["Challenge"];
    sign: string;
    submitProof: null;
  };
}

type Context = WalletConnectionContext;

const keepFailure = (_: Context, event: { error: unknown }): Partial<Context> => ({ failure: toFailure(event.error) });
const dropProof = { challenge: null, signature: null };
const keepFailureOfProof = (before: Context, event: { error: unknown }): Partial<Context> => ({
  ...dropProof,
  ...keepFailure(before, event),
});
/** Each new attempt to connect forgets the last. */
const connectAnew = { account: null, failure: null };
const keepAccount = (_: Context, { output }: { output: ConnectedAccount }): Partial<Context> => ({ account: output });

function isRefusal(_: Context, { error }: { error: unknown }): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && (failure.reason === "denied" || failure.reason === "cancelled");
}

function isLocked(_: Context, { error }: { error: unknown }): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && (failure.reason === "locked" || failure.reason === "notLoggedIn");
}

/** PRODUCT.md 5, 6: the page follows the wallet; a change of account or network leads on by itself. */
const watched: StateRows<WalletConnectionShape> = {
  "done(watch)": { target: "checkingAccount", changes: keepAccount },
  "error(watch)": [{ guard: "isLocked", when: isLocked, target: "locked", changes: { account: null } }, {}],
};

export const walletConnectionTable: TransitionTable<WalletConnectionShape> = {
  delaysMs: { detectTimeout: 10_000, walletTimeout: 120_000, requestTimeout: 100_000 },
  asks: {
    detect: ({ walletType }) => ({ walletType }),
    connect: ({ walletType, connectorId }) => ({ walletType, connectorId }),
    switchNetwork: ({ walletType, connectorId, networkId }) => ({ walletType, connectorId, networkId }),
    watch: ({ walletType, connectorId, account }) => ({ walletType, connectorId, account }),
    requestChallenge: ({ walletType, account }) => ({ type: walletType, address: account?.address }),
    sign: ({ walletType, connectorId, account, challenge }) => ({
      walletType,
      connectorId,
      address: account?.address,
      message: challenge?.message,
    }),
    submitProof: ({ walletType, account, challenge, signature }) => ({
      type: walletType,
      address: account?.address,
      challengeId: challenge?.challengeId,
      signature,
    }),
  },
  context: (input) => ({
    ...input,
    wallets: [],
    account: null,
    challenge: null,
    signature: null,
    failure: null,
  }),
  states: {
    "(machine)": {
      initial: "detecting",
      "ui.cancel": {
        target: "cancelled",
        changes: { connectorId: null, account: null, challenge: null, signature: null },
      },
    },
    detecting: {
      "done(detect)": [
        { guard: "isNothingAnnounced", when: (_, { output }) => output.length === 0, target: "notInstalled" },
        {
          guard: "isTakenBefore",
          when: ({ connectorId }, { output }) => output.map((wallet) => wallet.connectorId).includes(connectorId ?? ""),
          target: "connecting",
          changes: (_, { output }) => ({ ...connectAnew, wallets: output }),
        },
        {
          guard: "isOneAnnounced",
          when: ({ capabilities }, { output }) => output.length === 1 || !capabilities.discovery,
          target: "connecting",
          changes: (_, { output }) => ({
            ...connectAnew,
            wallets: output,
            connectorId: output[0]?.connectorId ?? null,
          }),
        },
        { target: "choosingWallet", changes: (_, { output }) => ({ wallets: output }) },
      ],
      "error(detect)": { target: "failed", changes: keepFailure },
      "after(detectTimeout)": { target: "timedOut" },
    },
    notInstalled: { "ui.retry": { target: "detecting", changes: { connectorId: null } } },
    choosingWallet: {
      "ui.chooseWallet": {
        guard: "isAnnounced",
        when: ({ wallets }, { connectorId }) => wallets.map((wallet) => wallet.connectorId).includes(connectorId),
        target: "connecting",
        changes: (_, { connectorId }) => ({ ...connectAnew, connectorId }),
      },
    },
    connecting: {
      "done(connect)": { target: "checkingAccount", changes: keepAccount },
      "error(connect)": [
        { guard: "isLocked", when: isLocked, target: "locked" },
        { guard: "isDenied", when: isRefusal, target: "denied", changes: keepFailure },
        {
          guard: "isNotInstalled",
          when: (_, { error }) => {
            const failure = toFailure(error);
            return failure.kind === "wallet" && failure.reason === "notInstalled";
          },
          target: "notInstalled",
        },
        { target: "failed", changes: keepFailure },
      ],
      "after(walletTimeout)": { target: "timedOut" },
    },
    checkingAccount: {
      always: [
        {
          guard: "isOtherNetwork",
          when: ({ networkId, account }) => networkId !== null && account?.networkId !== networkId,
          target: "wrongNetwork",
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
        },
        {
          guard: "needsProof",
          when: ({ isProven, capabilities }) => capabilities.messageSigning && !isProven,
          target: "explainingProof",
        },
        {
          guard: "isWorthless",
          when: ({ isProven, hasReference }) => !(isProven || hasReference),
          target: "failed",
          changes: { failure: { kind: "api", error: "walletNotProven", message: "" } },
        },
        { target: "connected" },
      ],
    },
    locked: { ...watched, "ui.retry": { target: "connecting", changes: connectAnew } },
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
      "error(switchNetwork)": { target: "wrongNetwork", changes: keepFailure },
      "after(walletTimeout)": { target: "timedOut" },
    },
    wrongAddress: { ...watched, "ui.retry": { target: "connecting", changes: connectAnew } },
    explainingProof: { ...watched, "ui.sign": { target: "proving" } },
    proving: { initial: "proving.requestingChallenge" },
    "proving.requestingChallenge": {
      "done(requestChallenge)": { target: "proving.signing", changes: (_, { output }) => ({ challenge: output }) },
      "error(requestChallenge)": { target: "failed", changes: keepFailureOfProof },
      "after(requestTimeout)": { target: "timedOut", changes: dropProof },
    },
    "proving.signing": {
      "done(sign)": { target: "proving.submitting", changes: (_, { output }) => ({ signature: output }) },
      "error(sign)": [
        { guard: "isDenied", when: isRefusal, target: "explainingProof", changes: keepFailureOfProof },
        { target: "failed", changes: keepFailureOfProof },
      ],
      "after(walletTimeout)": { target: "timedOut", changes: dropProof },
    },
    "proving.submitting": {
      "done(submitProof)": { target: "connected", changes: { ...dropProof, isProven: true } },
      "error(submitProof)": { target: "failed", changes: keepFailureOfProof },
      "after(requestTimeout)": { target: "timedOut", changes: dropProof },
    },
    failed: { "ui.retry": { target: "detecting", changes: { connectorId: null } } },
    timedOut: { "ui.retry": { target: "detecting", changes: { connectorId: null } } },
    connected: {},
    cancelled: {},
  },
};
