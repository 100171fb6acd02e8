import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { readAskedPayments } from "#src/adapters/askedPayments.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { paymentFlow } from "#src/adapters/actors/payment.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { PaymentView } from "./PaymentView.tsx";

/** The payment of the orders behind the page's code. */
export function Payment() {
  const { hasPaymentCode } = useApp();
  const flow = useFlow(paymentFlow, {
    input: {
      hasAccess: hasPaymentCode,
      onlyOrderId: null,
      walletKinds: WALLET_KINDS,
      asked: readAskedPayments(window.sessionStorage),
    },
    open: { type: "ui.open" },
  });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  return flow === null ? <Splash /> : <PaymentView {...flow} connection={connection} />;
}
