import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { WalletConnectionOutput } from "../walletConnection/walletConnection.setup.ts";
import type {
  WalletBindingContext,
  WalletBindingEmitted,
  WalletBindingEvent,
  WalletBindingInput,
  WalletOptions,
} from "./walletBinding.setup.ts";

type Wallet = components["schemas"]["Wallet"];

export interface WalletBindingShape {
  context: WalletBindingContext;
  event: WalletBindingEvent;
  input: WalletBindingInput;
  outputs: {
    loadWallets: WalletOptions;
    bindWallet: Wallet;
    unbindWallet: null;
    securityCodePrompt: SecurityCodePromptOutput;
    walletConnection: WalletConnectionOutput;
  };
}

/** The server checks checksums and keys. */
const FORMS: Readonly<Record<Wallet["type"], RegExp>> = {
  ETH: /^\s*0x(?!0{40})[0-9a-fA-F]{40}\s*$/,
  Solana: /^\s*(?!1{32}\s*$|T.{33}\s*$)[1-9A-HJ-NP-Za-km-z]{32,44}\s*$/,
  Tron: /^\s*T[1-9A-HJ-NP-Za-km-z]{33}\s*$/,
  Ton: /^\s*[\w-]{48}\s*$/,
};

/** A type that holds no wallet yet, and an address of its form. */
function isFormRight(context: WalletBindingContext): boolean {
  const { wallets, walletType, address, addressRefusal, networkIds, maxWallets } = context;
  if ((wallets ?? []).length >= maxWallets) return false;
  if (addressRefusal !== null || walletType === null || (wallets ?? []).some((wallet) => wallet.type === walletType))
    return false;
  const isForTests = walletType === "Ton" && /^\s*[k0][Qf]/.test(address);
  return FORMS[walletType].test(address) && !(isForTests && networkIds.Ton === "tvm:-239");
}

const setFailure = (_: WalletBindingContext, event: { error: unknown }): Partial<WalletBindingContext> => ({
  failure: toFailure(event.error),
});

const isAddressRefused = (_: WalletBindingContext, { error }: { error: unknown }): boolean => {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === "invalidRequest";
};

const setAddressRefusal = (
  { rejectedSubmits }: WalletBindingContext,
  { error }: { error: unknown },
): Partial<WalletBindingContext> => {
  const failure = toFailure(error);
  return {
    showsProblems: true,
    rejectedSubmits: rejectedSubmits + 1,
    addressRefusal: failure.kind === "api" ? failure.message : "",
  };
};

const isLate = (_: WalletBindingContext, { error }: { error: unknown }): boolean => toFailure(error).kind === "timeout";

const isCodeAsked = (_: WalletBindingContext, { error }: { error: unknown }): boolean => {
  const failure = toFailure(error);
  return (
    failure.kind === "api" &&
    ["securityCodeRequired", "wrongSecurityCode", "securityCodeLocked"].includes(failure.error)
  );
};

/** A chosen type stays chosen while it is free; where one free type is left, nobody is asked. */
const settleType = (
  chosen: WalletBindingContext["walletType"],
  { walletTypes, wallets, maxWallets }: Pick<WalletBindingContext, "walletTypes" | "wallets" | "maxWallets">,
): Pick<WalletBindingContext, "walletType"> => {
  const bound = new Set((wallets ?? []).map(({ type }) => type));
  const free = walletTypes.filter((type) => bound.size < maxWallets && !bound.has(type));
  const [onlyFree = null, ...otherFree] = free;
  if (chosen !== null && free.includes(chosen)) return { walletType: chosen };
  return { walletType: otherFree.length > 0 ? null : onlyFree };
};

/** An address tells its type, where that holds no wallet yet. */
const chooseTyped = (
  { walletTypes, wallets, walletType, maxWallets }: WalletBindingContext,
  text: string,
): Pick<WalletBindingContext, "walletType"> => {
  const bound = (wallets ?? []).map(({ type }) => type);
  const isFree = walletTypes.includes("ETH") && bound.length < maxWallets && !bound.includes("ETH");
  return { walletType: isFree && /^0x[0-9a-f]{40}$/i.test(text) ? "ETH" : walletType };
};

const setBound = (
  { wallets: before, walletTypes, maxWallets }: WalletBindingContext,
  wallet: Wallet,
): Partial<WalletBindingContext> => {
  const wallets = (before ?? []).filter(({ type }) => type !== wallet.type).concat(wallet);
  return {
    boundWallet: wallet,
    wallets,
    ...settleType(null, { walletTypes, wallets, maxWallets }),
    address: "",
    showsProblems: false,
    addressRefusal: null,
    ownershipProof: null,
  };
};

const removeUnbound = (context: WalletBindingContext): Partial<WalletBindingContext> => {
  const wallets = (context.wallets ?? []).filter((wallet) => wallet.walletId !== context.walletId);
  const { walletTypes, maxWallets } = context;
  return {
    wallets,
    ...settleType(context.walletType, { walletTypes, wallets, maxWallets }),
    walletId: null,
  };
};

/** A wallet that is to be unbound and is not found is not bound. */
const setTryFailure = ({ walletId }: WalletBindingContext, error: unknown): Partial<WalletBindingContext> => {
  const failure = toFailure(error);
  const isUnknown = walletId !== null && failure.kind === "api" && failure.error === "notFound";
  return {
    walletId: null,
    ownershipProof: null,
    failure: isUnknown ? { ...failure, error: "walletNotBound" } : failure,
  };
};

const BOUND = [{ type: "draft.changed", address: null }, { type: "wallets.changed" }];
const READ_ANEW = {
  target: "loading",
  changes: { wallets: null },
  emits: (): readonly WalletBindingEmitted[] => [{ type: "wallets.changed" }],
} as const;
const LEFT = { walletId: null, ownershipProof: null };

export const walletBindingTable: TransitionTable<WalletBindingShape> = {
  asks: {
    bindWallet: ({ walletType, address }) => ({ type: walletType, address: address.trim() }),
    unbindWallet: ({ walletId }) => ({ walletId }),
    walletConnection: ({ walletKinds, walletType, wallets, networkIds, blockingTypes }) => ({
      ...(walletType === null ? {} : walletKinds[walletType]),
      walletType,
      expectedAddress: (wallets ?? []).find(({ type }) => type === walletType)?.address ?? null,
      networkId: (walletType === null ? null : networkIds[walletType]) ?? null,
      isProven: false,
      isBlocking: blockingTypes.some((type) => type === walletType),
      hasReference: false,
      connectorId: null,
    }),
    securityCodePrompt: ({ walletId, walletType, address, ownershipProof, failure }) => ({
      attempt:
        walletId === null
          ? { kind: "bindWallet", ...(ownershipProof ?? { type: walletType, address: address.trim() }) }
          : { kind: "unbindWallet", walletId },
      failure,
    }),
  },
  context: (input) => ({
    walletKinds: input.walletKinds,
    walletTypes: [],
    payingTypes: [],
    networkIds: {},
    blockingTypes: [],
    maxWallets: 0,
    wallets: null,
    walletType: input.walletType,
    address: input.address,
    hasRefusedSecret: false,
    showsProblems: false,
    rejectedSubmits: 0,
    addressRefusal: null,
    boundWallet: null,
    ownershipProof: null,
    walletId: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loading" } },
    loading: {
      "done(loadWallets)": {
        target: "choosing",
        changes: ({ walletType }, { output }) => ({
          ...output,
          ...settleType(walletType, output),
        }),
      },
      "error(loadWallets)": [
        { guard: "isTimeout", when: isLate, target: "timedOut" },
        { target: "failed", changes: setFailure },
      ],
    },
    choosing: {
      "ui.chooseType": { changes: (_, { walletType }) => ({ walletType, addressRefusal: null }) },
      "ui.type": {
        changes: (before, { value }) => ({
          address: value,
          ...chooseTyped(before, value),
          addressRefusal: null,
          hasRefusedSecret: false,
        }),
        emits: (_, { value }) => [{ type: "draft.changed", address: value || null }],
      },
      "ui.refuseSecret": {
        changes: { address: "", hasRefusedSecret: true },
        emits: () => [{ type: "draft.changed", address: null }],
      },
      "ui.submit": [
        { guard: "isComplete", when: isFormRight, target: "binding" },
        { changes: ({ rejectedSubmits }) => ({ showsProblems: true, rejectedSubmits: rejectedSubmits + 1 }) },
      ],
      "ui.connect": {
        guard: "canConnect",
        when: ({ walletKinds, walletTypes, wallets, maxWallets }, { walletType }) => {
          const bound = (wallets ?? []).find((wallet) => wallet.type === walletType);
          const hasNews = bound === undefined ? (wallets ?? []).length < maxWallets : !bound.proven;
          return walletType in walletKinds && walletTypes.includes(walletType) && hasNews;
        },
        target: "connecting",
        changes: (_, { walletType }) => ({ walletType }),
      },
      "ui.unbind": {
        guard: "isBound",
        when: ({ wallets }, { walletId }) => (wallets ?? []).some((wallet) => wallet.walletId === walletId),
        target: "confirmingUnbind",
        changes: (_, { walletId }) => ({ walletId }),
      },
    },
    binding: {
      "done(bindWallet)": {
        target: "bound",
        changes: (context, { output }) => setBound(context, output),
        emits: () => BOUND,
      },
      "error(bindWallet)": [
        {
          guard: "isAddressRefused",
          when: isAddressRefused,
          target: "choosing",
          changes: setAddressRefusal,
        },
        { guard: "isSecurityCodeAsked", when: isCodeAsked, target: "askingCode", changes: setFailure },
        { guard: "isTimeout", when: isLate, target: "timedOut" },
        { target: "failed", changes: setFailure },
      ],
    },
    connecting: {
      "done(walletConnection)": [
        {
          guard: "isConnected",
          when: (_, { output }) => output.status === "connected" && output.wallet !== null,
          target: "bound",
          changes: (context, { output }) =>
            output.status === "connected" && output.wallet !== null ? setBound(context, output.wallet) : {},
          emits: () => BOUND,
        },
        {
          guard: "isCodeAsked",
          when: (_, { output }) => output.status === "codeAsked",
          target: "askingCode",
          changes: (_, { output }) =>
            output.status === "codeAsked" ? { ownershipProof: output.ownershipProof, failure: output.failure } : {},
        },
        { target: "loading" },
      ],
      "error(walletConnection)": { target: "failed", changes: setFailure },
    },
    bound: { "ui.continue": { target: "choosing" } },
    failed: { "ui.retry": READ_ANEW, "app.online": READ_ANEW },
    timedOut: { "ui.retry": READ_ANEW },
    confirmingUnbind: {
      "ui.confirm": { target: "unbinding" },
      "ui.back": { target: "choosing", changes: { walletId: null } },
    },
    unbinding: {
      "done(unbindWallet)": {
        target: "unbound",
        changes: removeUnbound,
        emits: () => [{ type: "wallets.changed" }],
      },
      "error(unbindWallet)": [
        { guard: "isSecurityCodeAsked", when: isCodeAsked, target: "askingCode", changes: setFailure },
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: { walletId: null } },
        { target: "failed", changes: (context, { error }) => setTryFailure(context, error) },
      ],
    },
    askingCode: {
      "done(securityCodePrompt)": [
        {
          guard: "hasBound",
          when: (_, { output }) => output.status === "given" && "wallet" in output.result,
          target: "bound",
          changes: (context, { output }) =>
            output.status === "given" && "wallet" in output.result ? setBound(context, output.result.wallet) : {},
          emits: () => BOUND,
        },
        {
          guard: "isGiven",
          when: (_, { output }) => output.status === "given",
          target: "unbound",
          changes: removeUnbound,
          emits: () => [{ type: "wallets.changed" }],
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "choosing",
          changes: LEFT,
          emits: ["recovery.wanted"],
        },
        {
          guard: "isUnanswered",
          when: (_, { output }) => output.status === "failed" && output.failure.kind === "timeout",
          target: "timedOut",
          changes: LEFT,
        },
        {
          guard: "isFailed",
          when: (_, { output }) => output.status === "failed",
          target: "failed",
          changes: (context, { output }) => (output.status === "failed" ? setTryFailure(context, output.failure) : {}),
        },
        { target: "choosing", changes: LEFT },
      ],
      "error(securityCodePrompt)": {
        target: "failed",
        changes: (context, { error }) => setTryFailure(context, error),
      },
    },
    unbound: { "ui.continue": { target: "loading" } },
  },
};
