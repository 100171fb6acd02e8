import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { isBadLink } from "../payment/paymentOrders.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { WalletProofEvent, walletProofMachine } from "./walletProof.machine.ts";

type Snapshot = SnapshotFrom<typeof walletProofMachine>;
type State = Snapshot["value"];
type Action = ViewAction<WalletProofEvent>;

export interface WalletProofView extends FailureText {
  state: State;
  isBusy: boolean;
  titleKey: string;
  /** Null until it is known. */
  walletType: components["schemas"]["WalletType"] | null;
  /** Whose account it is for; null until it is known. */
  owner: components["schemas"]["OrderOwner"] | null;
  /** The only address that is accepted, or the proven one; null: any. */
  address: string | null;
  networkName: string | null;
  domain: { hasWarning: boolean; officialDomains: readonly string[] };
  /** The app inside the messenger; null until it is known. */
  appUrl: string | null;
  /** Whether only the app can help: it makes a new link. */
  isBadLink: boolean;
  actions: readonly Action[];
}

/** While `connecting`, a child actor has a view and controls of its own. */
export function viewWalletProof(snapshot: Snapshot): WalletProofView {
  const { value: state, context } = snapshot;
  const { request, failure } = context;
  const isBroken = state === "failed" && isBadLink(failure);
  return {
    state,
    isBusy: state === "loading",
    titleKey: isBroken ? "wallet:payment.badLink" : `wallet:proof.state.${state}`,
    walletType: request?.type ?? null,
    owner: request?.owner ?? null,
    address: context.address ?? request?.address ?? null,
    networkName: request?.network?.name ?? null,
    domain: { hasWarning: context.isDomHttp, officialDomains: context.officialDomains },
    appUrl: context.appUrl,
    isBadLink: isBroken,
    ...toFailureText(state === "failed" ? failure : null),
    actions: listActions(snapshot, CONTROLS),
  };
}

const CONTROLS: readonly Control<WalletProofEvent>[] = [
  { event: { type: "ui.open" }, labelKey: "wallet:proof.open" },
  { event: { type: "ui.connect" }, labelKey: "wallet:payment.connect" },
  { event: { type: "ui.retry" }, labelKey: "wallet:payment.retry" },
];
