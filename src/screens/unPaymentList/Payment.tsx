import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { paymentFlow } from "#src/adapters/actors/payment.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { PaymentView } from "./PaymentView.tsx";

/** The payment of the orders behind the page's code. */
export function Payment() {
  const flow = useFlow(paymentFlow, {
    input: { walletKinds: WALLET_KINDS },
    open: { type: "ui.open" },
  });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  return flow === null ? <Splash /> : <PaymentView {...flow} connection={connection} />;
}
