import type { ReactNode } from "react";
import type { AnyActorRef } from "xstate";

import { viewPayment } from "#machines/payment/payment.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { PaymentView } from "#src/screens/unPaymentList/PaymentView.tsx";

interface PayOrderProps {
  /** Of the order. */
  actor: AnyActorRef;
  /** What is shown until the payment is there. */
  loading: ReactNode;
  /** Leads back to the order. */
  onBack: (() => void) | undefined;
}

/** The payment of an order from a wallet inside the messenger. */
export function PayOrder({ actor, loading, onBack }: PayOrderProps) {
  const payment = useChild(actor, "payment", viewPayment);
  const connection = useChild(payment?.actor ?? null, "walletConnection", viewWalletConnection);
  if (payment === null) return loading;
  return <PaymentView view={payment.view} send={payment.send} connection={connection} onBack={onBack} />;
}
