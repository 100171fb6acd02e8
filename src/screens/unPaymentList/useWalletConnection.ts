import type { ActorRefFrom } from "xstate";

import { selectFlow } from "#machines/app/selectFlow.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { WalletConnectionEvent } from "#machines/walletConnection/walletConnection.setup.ts";
import { viewWalletConnection, type WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useOptionalSnapshot } from "#src/hooks/useOptionalSnapshot.ts";

export interface WalletConnectionProps {
  view: WalletConnectionView;
  send: (event: WalletConnectionEvent) => void;
}

/** The wallet being connected: a child of the payment with controls of its own. Null while none is. */
export function useWalletConnection(): WalletConnectionProps | null {
  const { root } = useApp();
  const payment = selectFlow(root.getSnapshot(), "payment");
  const actor = (payment?.getSnapshot().children["walletConnection"] ?? null) as ActorRefFrom<
    typeof walletConnectionMachine
  > | null;
  const snapshot = useOptionalSnapshot(actor);
  if (actor === null || snapshot === null) return null;
  return {
    view: viewWalletConnection(snapshot),
    send: (event) => {
      actor.send(event);
    },
  };
}
