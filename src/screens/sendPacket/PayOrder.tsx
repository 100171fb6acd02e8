import type { AnyActorRef } from "xstate";

import { viewPayment } from "#machines/payment/payment.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { type ChildProps, useChild } from "#src/hooks/useChild.ts";
import { PaymentView } from "#src/screens/unPaymentList/PaymentView.tsx";

interface PayOrderProps extends ChildProps<"envelopeOrder"> {
  actor: AnyActorRef;
}

/** The payment of an order from a wallet inside the messenger. */
export function PayOrder({ send, actor }: PayOrderProps) {
  const payment = useChild(actor, "payment", viewPayment);
  const connection = useChild(payment?.actor ?? null, "walletConnection", viewWalletConnection);
  if (payment === null) return <Splash />;
  const goBack = () => {
    send({ type: "ui.back" });
  };
  return <PaymentView view={payment.view} send={payment.send} connection={connection} onBack={goBack} />;
}
