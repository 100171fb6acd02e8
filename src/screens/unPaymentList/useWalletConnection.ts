import { selectFlow } from "#machines/app/selectFlow.ts";
import type { WalletConnectionEvent } from "#machines/walletConnection/walletConnection.setup.ts";
import {
  selectWalletConnection,
  viewWalletConnection,
  type WalletConnectionView,
} from "#machines/walletConnection/walletConnection.view.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useOptionalSnapshot } from "#src/hooks/useOptionalSnapshot.ts";

export interface WalletConnectionProps {
  view: WalletConnectionView;
  send: (event: WalletConnectionEvent) => void;
}

/** The wallet that a flow connects; null while none is being connected. */
export function useWalletConnection(
  flowName: "payment" | "orderPayment" | "walletBinding" | "walletProof",
): WalletConnectionProps | null {
  const { root } = useApp();
  const flow = selectFlow(root.getSnapshot(), flowName);
  const actor = flow === undefined ? null : selectWalletConnection(flow.getSnapshot());
  const snapshot = useOptionalSnapshot(actor);
  if (actor === null || snapshot === null) return null;
  return { view: viewWalletConnection(snapshot), send: actor.send };
}
