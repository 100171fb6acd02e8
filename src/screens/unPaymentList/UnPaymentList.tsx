import { readAskedPayments, writeAskedPayments } from "#src/adapters/askedPayments.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { paymentFlow } from "#src/flows/payment.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { UnPaymentListView } from "./UnPaymentListView.tsx";

/** `/unPaymentList#code=`: the payment page outside the messenger. The external payment code is its only key. */
export function UnPaymentList() {
  const { hasPaymentCode } = useApp();
  const flow = useFlow(paymentFlow, {
    input: { hasPaymentCode, walletKinds: WALLET_KINDS, asked: readAskedPayments(window.sessionStorage) },
    open: { type: "ui.open" },
    onEmit: ({ asked }) => {
      writeAskedPayments(window.sessionStorage, asked);
    },
  });
  return flow === null ? <Splash /> : <UnPaymentListView {...flow} />;
}
