import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import { listWalletProblems, type walletBindingMachine, type WalletBindingEvent } from "./walletBinding.machine.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];
type Snapshot = SnapshotFrom<typeof walletBindingMachine>;

export interface WalletBindingView {
  state: Snapshot["value"];
  isBusy: boolean;
  titleKey: string;
  wallets: readonly Wallet[];
  walletTypes: readonly WalletType[];
  walletType: WalletType | null;
  address: string;
  /** i18n keys; null where the field is right, or was not sent yet. */
  problems: { walletType: string | null; address: string | null };
  boundWallet: Wallet | null;
  /** The wallet that a confirmation is asked for. */
  walletToUnbind: Wallet | null;
  failureKey: string | null;
  actions: readonly ViewAction<WalletBindingEvent>[];
}

export function viewWalletBinding(snapshot: Snapshot): WalletBindingView {
  const { context, value } = snapshot;
  const wallets = context.wallets ?? [];
  return {
    state: value,
    isBusy: value === "loading" || value === "proving" || value === "binding" || value === "unbinding",
    titleKey: `wallet:binding.state.${value}`,
    wallets,
    walletTypes: context.walletTypes,
    walletType: context.walletType,
    address: context.address,
    problems: context.isChecked ? listWalletProblems(context) : { walletType: null, address: null },
    boundWallet: value === "bound" ? context.boundWallet : null,
    walletToUnbind: wallets.find((wallet) => wallet.walletId === context.walletId) ?? null,
    failureKey: getShownFailureKey(snapshot),
    actions: listActions(snapshot),
  };
}

function getShownFailureKey({ context, value }: Snapshot): string | null {
  if (value === "timedOut") return "wallet:binding.timedOut";
  return value === "failed" && context.failure !== null ? getFailureKey(context.failure) : null;
}

function listActions(snapshot: Snapshot): ViewAction<WalletBindingEvent>[] {
  const back: ViewAction<WalletBindingEvent> = {
    event: { type: "ui.back" },
    labelKey: "wallet:binding.back",
    enabled: true,
  };
  switch (snapshot.value) {
    case "idle":
      return [{ event: { type: "ui.open" }, labelKey: "wallet:binding.open", enabled: true }];
    case "loading":
    case "binding":
    case "unbinding":
      return [];
    case "choosing":
      return listChoosingActions(snapshot);
    case "proving":
      return [back];
    case "confirmingUnbind":
      return [{ event: { type: "ui.confirm" }, labelKey: "wallet:binding.confirmUnbind", enabled: true }, back];
    case "bound":
    case "unbound":
      return [{ event: { type: "ui.continue" }, labelKey: "wallet:binding.continue", enabled: true }];
    case "failed":
    case "timedOut":
      return [{ event: { type: "ui.retry" }, labelKey: "wallet:binding.retry", enabled: true }];
  }
}

function listChoosingActions({ context }: Snapshot): ViewAction<WalletBindingEvent>[] {
  const types = context.walletTypes.map((walletType): ViewAction<WalletBindingEvent> => ({
    event: { type: "ui.chooseType", walletType },
    labelKey: `wallet:type.${walletType}`,
    enabled: true,
  }));
  const submit: ViewAction<WalletBindingEvent> = {
    event: { type: "ui.submit" },
    labelKey: "wallet:binding.submit",
    enabled: true,
  };
  const prove: ViewAction<WalletBindingEvent> = {
    event: { type: "ui.prove" },
    labelKey: "wallet:binding.prove",
    enabled: true,
  };
  const unbind = (context.wallets ?? []).map(({ walletId }): ViewAction<WalletBindingEvent> => ({
    event: { type: "ui.unbind", walletId },
    labelKey: "wallet:binding.unbind",
    enabled: true,
  }));
  return [...types, submit, ...(context.canProve ? [prove] : []), ...unbind];
}
