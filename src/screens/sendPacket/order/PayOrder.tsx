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
export function PayOrder({ view, send, actor }: PayOrderProps) {
  const payment = useChild(actor, "payment", viewPayment);
  const connection = useChild(payment?.actor ?? null, "walletConnection", viewWalletConnection);
  if (payment === null) return <Splash />;
  const back = view.actions.find(({ event }) => event.type === "ui.back");
  const goBack = back && (() => send(back.event));
  return <PaymentView view={payment.view} send={payment.send} connection={connection} onBack={goBack} />;
}
