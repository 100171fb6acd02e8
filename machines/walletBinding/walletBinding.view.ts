import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { WalletBindingEvent, walletBindingMachine } from "./walletBinding.machine.ts";
import { isFull, listFreeTypes, listWalletProblems } from "./walletForm.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];
type Action = ViewAction<WalletBindingEvent>;
type Snapshot = SnapshotFrom<typeof walletBindingMachine>;

export interface WalletBindingView extends FailureText {
  state: Snapshot["value"];
  isBusy: boolean;
  titleKey: string;
  wallets: readonly Wallet[];
  walletTypes: readonly WalletType[];
  /** Those that hold no wallet yet, as long as one more can be bound. */
  freeTypes: readonly WalletType[];
  /** Whether a wallet of another type could be bound if one of these were unbound. */
  isFull: boolean;
  walletType: WalletType | null;
  address: string;
  /** i18n keys; null where the field is right, or was not sent yet. */
  problems: { walletType: string | null; address: string | null };
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** The server's words on the address, for the text of its problem; empty where there are none. */
  addressRefusal: string;
  boundWallet: Wallet | null;
  /** What the wallet that was just bound is good for; empty where none was. */
  boundTextKey: string;
  /** The wallet that a confirmation is asked for. */
  walletToUnbind: Wallet | null;
  /** While `askingCode` and `connecting`, the child actors have controls of their own. */
  actions: readonly ViewAction<WalletBindingEvent>[];
}

export function viewWalletBinding(snapshot: Snapshot): WalletBindingView {
  const { context, value } = snapshot;
  const wallets = context.wallets ?? [];
  return {
    state: value,
    isBusy: snapshot.hasTag("busy"),
    titleKey: value === "askingCode" ? "codes:prompt.title" : `wallet:binding.state.${value}`,
    wallets,
    walletTypes: context.walletTypes,
    freeTypes: listFreeTypes(context),
    isFull: isFull(context) && context.walletTypes.some((type) => !wallets.some((wallet) => wallet.type === type)),
    walletType: context.walletType,
    address: context.address,
    problems: findProblems(context),
    rejectedSubmits: context.rejectedSubmits,
    addressRefusal: context.addressRefusal ?? "",
    boundWallet: value === "bound" ? context.boundWallet : null,
    boundTextKey: value === "bound" ? findBoundKey(context) : "",
    walletToUnbind: wallets.find((wallet) => wallet.walletId === context.walletId) ?? null,
    ...findFailureText(snapshot),
    actions: listControls(snapshot),
  };
}

function findBoundKey({ payingTypes, boundWallet }: Snapshot["context"]): string {
  return payingTypes.some((type) => type === boundWallet?.type)
    ? "wallet:binding.boundText"
    : "wallet:binding.boundToWithdraw";
}

function findProblems(context: Snapshot["context"]): WalletBindingView["problems"] {
  if (context.hasRefusedSecret) return { walletType: null, address: "wallet:problem.secret" };
  // Without a free type there is no form.
  const isShown = context.showsProblems && (listFreeTypes(context).length > 0 || isFull(context));
  return isShown ? listWalletProblems(context) : { walletType: null, address: null };
}

function findFailureText({ context, value }: Snapshot): FailureText {
  if (value === "timedOut") return { failureKey: "wallet:binding.timedOut", failureValues: {} };
  return toFailureText(value === "failed" ? context.failure : null);
}

function listControls(snapshot: Snapshot): readonly Action[] {
  const { context, value } = snapshot;
  const { walletTypes, wallets } = context;
  const isAsking = value === "confirmingUnbind" || value === "askingCode";
  return listActions(snapshot, [
    { event: { type: "ui.open" }, labelKey: "wallet:binding.open" },
    { event: { type: "ui.confirm" }, labelKey: "wallet:binding.confirmUnbind" },
    { event: { type: "ui.back" }, labelKey: "wallet:binding.back" },
    ...walletTypes.map((walletType): Control<WalletBindingEvent> => ({
      event: { type: "ui.chooseType", walletType },
      labelKey: `wallet:type.${walletType}`,
    })),
    // Where a wallet of the type is bound, connecting it only adds the proof.
    ...walletTypes.map((walletType): Control<WalletBindingEvent> => ({
      event: { type: "ui.connect", walletType },
      labelKey: wallets?.some(({ type }) => type === walletType) ? "wallet:binding.prove" : "wallet:binding.connect",
    })),
    {
      event: { type: "ui.submit" },
      labelKey: "wallet:binding.submit",
      // It keeps its place beneath the question: hiding the messenger's button would resize the app.
      isWaiting: isAsking || value === "unbinding",
    },
    ...(wallets ?? []).map(({ walletId }): Control<WalletBindingEvent> => ({
      event: { type: "ui.unbind", walletId },
      labelKey: "wallet:binding.unbind",
      // The button stays, so that the focus can return to it.
      isWaiting: isAsking,
    })),
    { event: { type: "ui.continue" }, labelKey: "wallet:binding.continue" },
    { event: { type: "ui.retry" }, labelKey: "wallet:binding.retry" },
  ]);
}
