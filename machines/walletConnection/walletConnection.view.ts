import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { readMeta } from "../kit/readMeta.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { AnnouncedWallet, WalletConnectionEvent, walletConnectionMachine } from "./walletConnection.machine.ts";

type Action = ViewAction<WalletConnectionEvent>;
type Snapshot = SnapshotFrom<typeof walletConnectionMachine>;
/** Nobody sees `checkingAccount`, which is left at once. While the code is asked for, the page still shows the proof. */
type State =
  | Exclude<Extract<Snapshot["value"], string>, "askingCode" | "checkingAccount" | "forgotten">
  | "connecting"
  | "proving";

export interface WalletConnectionView extends FailureText {
  state: State;
  isBusy: boolean;
  titleKey: string;
  walletType: components["schemas"]["WalletType"];
  wallets: readonly AnnouncedWallet[];
  /** Shown in `notInstalled` beside the retry. */
  installUrl: string | null;
  /** The address that has to pay, and the one the wallet shows. */
  expectedAddress: string | null;
  address: string | null;
  /** Whether the wallet can be asked to switch, or the person has to do it there. */
  canSwitchNetwork: boolean;
  /** Whether the connection is to one account: another one takes another connection. */
  isAccountFixed: boolean;
  /** Whether the signature that is explained blocks withdrawals of the coin for a day. */
  isBlocking: boolean;
  actions: readonly Action[];
}

export function viewWalletConnection(snapshot: Snapshot): WalletConnectionView {
  const { context } = snapshot;
  const state = getState(snapshot.value);
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: `wallet:connection.state.${state}`,
    walletType: context.walletType,
    wallets: state === "choosingWallet" ? context.wallets : [],
    installUrl: state === "notInstalled" ? context.installUrl : null,
    expectedAddress: context.expectedAddress,
    address: context.account?.address ?? null,
    canSwitchNetwork: canSwitchNetwork(snapshot),
    // Such a wallet proves its account with the connection, which is to that account alone.
    isAccountFixed: context.capabilities.proofWhileConnecting,
    isBlocking: state === "explainingProof" && context.isBlocking,
    ...findFailureText(state, snapshot),
    actions: listActions(snapshot, [
      ...context.wallets.map(({ connectorId }): Control<WalletConnectionEvent> => ({
        event: { type: "ui.chooseWallet", connectorId },
        labelKey: "wallet:connection.chooseWallet",
      })),
      { event: { type: "ui.switchNetwork" }, labelKey: "wallet:connection.switchNetwork" },
      { event: { type: "ui.sign" }, labelKey: "wallet:connection.sign" },
      {
        event: { type: "ui.retry" },
        labelKey: isReconnecting(snapshot) ? "wallet:connection.connectAgain" : "wallet:connection.retry",
      },
      { event: { type: "ui.cancel" }, labelKey: "wallet:connection.cancel" },
    ]),
  };
}

function getState(value: Snapshot["value"]): State {
  if (value === "checkingAccount") return "connecting";
  if (value === "askingCode") return "proving";
  if (value === "forgotten") return "cancelled";
  if (typeof value === "string") return value;
  if ("proving" in value) return "proving";
  return value.connecting === "explaining" ? "explainingProof" : "connecting";
}

function isReconnecting(snapshot: Snapshot): boolean {
  return snapshot.matches("wrongAddress") && snapshot.context.capabilities.proofWhileConnecting;
}

function canSwitchNetwork({ context }: Snapshot): boolean {
  return context.capabilities.networkSwitch && context.networkId !== null;
}

function findFailureText(state: State, snapshot: Snapshot): FailureText {
  const { failure } = snapshot.context;
  if (state === "failed") return toFailureText(failure);
  // Only a refused signature leads back there; "You cancelled the transaction" would be wrong.
  if (state === "explainingProof" && failure !== null)
    return { failureKey: "wallet:failure.proofRefused", failureValues: {} };
  const { reason } = readMeta(snapshot);
  return toFailureText(reason === undefined ? null : { kind: "wallet", reason });
}
