import { selectFlow } from "#machines/app/selectFlow.ts";
import { selectWalletConnection } from "#machines/payment/selectWalletConnection.ts";
import type { WalletConnectionEvent } from "#machines/walletConnection/walletConnection.setup.ts";
import { viewWalletConnection, type WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useOptionalSnapshot } from "#src/hooks/useOptionalSnapshot.ts";

export interface WalletConnectionProps {
  view: WalletConnectionView;
  send: (event: WalletConnectionEvent) => void;
}

/** The connection of the payment's wallet; null while none is being connected. */
export function useWalletConnection(): WalletConnectionProps | null {
  const { root } = useApp();
  const payment = selectFlow(root.getSnapshot(), "payment");
  const actor = payment === undefined ? null : selectWalletConnection(payment.getSnapshot());
  const snapshot = useOptionalSnapshot(actor);
  if (actor === null || snapshot === null) return null;
  return { view: viewWalletConnection(snapshot), send: actor.send };
}
