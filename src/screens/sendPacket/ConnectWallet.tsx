import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { COINS } from "#domain/coins.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { BindingConnection, BindingConnectionActions } from "#src/screens/addWallet/BindingConnection.tsx";

import { findSendTitle, SendLoading, SendScreen } from "./SendScreen.tsx";

interface ConnectWalletProps extends StartedFlow<"envelopeSend", EnvelopeSendView> {
  /** Leads back to the form. */
  onBack: (() => void) | undefined;
}

/** The wallet that is connected and proven on the way to the payment. */
export function ConnectWallet({ view: { minChats, draft }, actor, onBack }: ConnectWalletProps) {
  const isOpen = useChild(actor, "walletConnection", viewWalletConnection) !== null;
  if (!isOpen) return <SendLoading minChats={minChats} onBack={onBack} />;
  return (
    <SendScreen titleKey={findSendTitle(minChats)} footer={<BindingConnectionActions actor={actor} />} onBack={onBack}>
      <BindingConnection actor={actor} network={COINS[draft.coinType].network} />
    </SendScreen>
  );
}
