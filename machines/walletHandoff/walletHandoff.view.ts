import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../failureText.ts";
import type { ViewAction } from "../viewAction.ts";
import type { WalletAppChoice, WalletHandoffEvent, walletHandoffMachine } from "./walletHandoff.machine.ts";

type Snapshot = SnapshotFrom<typeof walletHandoffMachine>;

export interface WalletHandoffView extends FailureText {
  state: Snapshot["value"];
  apps: readonly WalletAppChoice[];
  /** The app that a link is being made for. */
  busyAppId: string | null;
  /** One for each app. */
  actions: readonly ViewAction<WalletHandoffEvent>[];
}

export function viewWalletHandoff({ value, context }: Snapshot): WalletHandoffView {
  const isBusy = value === "asking";
  return {
    state: value,
    apps: context.apps,
    busyAppId: isBusy ? context.appId : null,
    ...toFailureText(context.failure),
    actions: context.apps.map(({ appId }) => ({
      event: { type: "ui.chooseApp", appId },
      labelKey: "wallet:handoff.open",
      enabled: !isBusy,
    })),
  };
}
