import { useSelector } from "@xstate/react";

import { viewSession } from "#machines/session/session.view.ts";
import { useService } from "#src/hooks/useService.ts";
import { useWalletConnection } from "#src/screens/unPaymentList/useWalletConnection.ts";
import { WalletConnection } from "#src/screens/unPaymentList/WalletConnection.tsx";
import { WalletConnectionActions } from "#src/screens/unPaymentList/WalletConnectionActions.tsx";

/** The wallet that is being connected to be bound. */
export function BindingConnection({ network }: { network: string }) {
  const connection = useWalletConnection("walletBinding");
  const owner = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user);
  return connection === null ? null : (
    <WalletConnection {...connection} purpose="proof" networkName={network} owner={owner} />
  );
}

/** The controls of its connection. */
export function BindingConnectionActions() {
  const connection = useWalletConnection("walletBinding");
  return connection === null ? null : <WalletConnectionActions {...connection} />;
}
