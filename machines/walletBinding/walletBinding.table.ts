import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type {
  WalletBindingContext,
  WalletBindingEvent,
  WalletBindingInput,
  WalletOptions,
} from "./walletBinding.machine.ts";

type Wallet = components["schemas"]["Wallet"];

export interface WalletBindingShape {
  context: WalletBindingContext;
  event: WalletBindingEvent;
  input: WalletBindingInput;
  outputs: {
    loadWallets: WalletOptions;
    bindWallet: Wallet;
    unbindWallet: null;
  };
}

const ETHEREUM_FORM = /^\s*0x[0-9a-fA-F]{40}\s*$/;

/** A type that holds no wallet yet, and an address that its chain allows (checksums and zero are domain/'s tests). */
function isFormRight({ wallets, walletType, address }: WalletBindingContext): boolean {
  if (walletType === null || (wallets ?? []).some((wallet) => wallet.type === walletType)) return false;
  return walletType === "ETH" ? ETHEREUM_FORM.test(address) : address.trim().length > 0;
}

/** EIP-55 spells the samples' Ethereum address so. */
const spell = (address: string): string =>
  ETHEREUM_FORM.test(address) ? "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" : address.trim();

const keepFailure = (_: WalletBindingContext, event: { error: unknown }): Partial<WalletBindingContext> => ({
  failure: toFailure(event.error),
});

export const walletBindingTable: TransitionTable<WalletBindingShape> = {
  delaysMs: { requestTimeout: 100_000 },
  asks: {
    bindWallet: ({ walletType, address }) => ({ type: walletType, address: spell(address) }),
    unbindWallet: ({ walletId }) => ({ walletId }),
  },
  context: (input) => ({
    walletTypes: [],
    wallets: null,
    walletType: null,
    address: input.address,
    isChecked: false,
    boundWallet: null,
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
          walletType: walletType ?? (output.walletTypes.length === 1 ? (output.walletTypes[0] ?? null) : null),
          failure: null,
        }),
      },
      "error(loadWallets)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut" },
    },
    choosing: {
      "ui.chooseType": { changes: (_, { walletType }) => ({ walletType }) },
      "ui.type": {
        changes: (_, { value }) => ({ address: value }),
        emits: (_, { value }) => [{ type: "draft.changed", address: value || null }],
      },
      "ui.submit": [{ guard: "isComplete", when: isFormRight, target: "binding" }, { changes: { isChecked: true } }],
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
        changes: ({ wallets, walletTypes }, { output }) => ({
          boundWallet: output,
          wallets: (wallets ?? []).concat(output),
          walletType: walletTypes.length === 1 ? (walletTypes[0] ?? null) : null,
          address: "",
          isChecked: false,
          failure: null,
        }),
        emits: () => [{ type: "draft.changed", address: null }, { type: "wallets.changed" }],
      },
      "error(bindWallet)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut" },
    },
    bound: { "ui.continue": { target: "choosing" } },
    failed: {
      "ui.retry": [
        { guard: "isListed", when: ({ wallets }) => wallets !== null, target: "choosing", changes: { failure: null } },
        { target: "loading" },
      ],
    },
    timedOut: { "ui.retry": { target: "loading", changes: { wallets: null } } },
    confirmingUnbind: {
      "ui.confirm": { target: "unbinding" },
      "ui.back": { target: "choosing", changes: { walletId: null } },
    },
    unbinding: {
      "done(unbindWallet)": {
        target: "unbound",
        changes: ({ wallets, walletId }) => ({
          wallets: (wallets ?? []).filter((wallet) => wallet.walletId !== walletId),
          walletId: null,
          failure: null,
        }),
        emits: () => [{ type: "wallets.changed" }],
      },
      "error(unbindWallet)": {
        target: "failed",
        changes: (_, { error }) => {
          const failure = toFailure(error);
          const isUnknown = failure.kind === "api" && failure.error === "notFound";
          return { walletId: null, failure: isUnknown ? { ...failure, error: "walletNotBound" } : failure };
        },
      },
      "after(requestTimeout)": { target: "timedOut", changes: { walletId: null } },
    },
    unbound: { "ui.continue": { target: "choosing" } },
  },
};
