import { useSelector } from "@xstate/react";
import type { AnyActorRef } from "xstate";

import { viewSession } from "#machines/session/session.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { WalletConnection } from "#src/screens/unPaymentList/WalletConnection.tsx";
import { WalletConnectionActions } from "#src/screens/unPaymentList/WalletControls.tsx";

/** The wallet that is being connected to be bound. */
export function BindingConnection({ actor, network }: { actor: AnyActorRef; network: string }) {
  const connection = useChild(actor, "walletConnection", viewWalletConnection);
  const owner = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user);
  return connection === null ? null : (
    <WalletConnection {...connection} purpose="proof" networkName={network} owner={owner} />
  );
}

/** The controls of its connection. */
export function BindingConnectionActions({ actor }: { actor: AnyActorRef }) {
  const connection = useChild(actor, "walletConnection", viewWalletConnection);
  return connection === null ? null : <WalletConnectionActions {...connection} />;
}
