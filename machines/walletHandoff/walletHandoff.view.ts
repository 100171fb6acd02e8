import type { SnapshotFrom } from "xstate";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type {
  WalletAppChoice,
  WalletHandoffContext,
  WalletHandoffEvent,
  walletHandoffMachine,
} from "./walletHandoff.machine.ts";

type Snapshot = SnapshotFrom<typeof walletHandoffMachine>;

export interface WalletHandoffView extends FailureText {
  state: Snapshot["value"];
  apps: readonly WalletAppChoice[];
  /** The app that a link is being made for. */
  busyAppId: string | null;
  /** What the phone is to scan, and until when (ISO 8601); null while there is nothing. */
  code: { link: string; endsAt: string } | null;
  /** One for each app; where there is none, one for a code. */
  actions: readonly ViewAction<WalletHandoffEvent>[];
}

export function viewWalletHandoff({ value, context }: Snapshot): WalletHandoffView {
  const isBusy = value === "asking";
  return {
    state: value,
    apps: context.apps,
    busyAppId: isBusy ? context.appId : null,
    code: viewCode(context),
    ...toFailureText(context.failure),
    actions:
      context.apps.length === 0
        ? [{ event: { type: "ui.showCode" }, labelKey: CODE_LABELS[value], enabled: !isBusy }]
        : context.apps.map(({ appId }) => ({
            event: { type: "ui.chooseApp", appId },
            labelKey: "wallet:handoff.open",
            enabled: !isBusy,
          })),
  };
}

function viewCode({ codeLink, codeEndsAtMs }: WalletHandoffContext): WalletHandoffView["code"] {
  if (codeLink === null || codeEndsAtMs === null) return null;
  return { link: codeLink, endsAt: new Date(codeEndsAtMs).toISOString() };
}

/** While a code is made, the button that asks for another one keeps its place. */
const CODE_LABELS: Readonly<Record<Snapshot["value"], string>> = {
  idle: "wallet:handoff.byPhone",
  asking: "wallet:handoff.newCode",
  left: "wallet:handoff.newCode",
  showingCode: "wallet:handoff.newCode",
  failed: "wallet:handoff.newCode",
};
