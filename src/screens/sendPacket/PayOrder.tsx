import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router-dom";

import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { readAskedPayments, writeAskedPayments } from "#src/adapters/askedPayments.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { orderPaymentFlow } from "#src/adapters/actors/payment.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { PaymentView } from "#src/screens/unPaymentList/PaymentView.tsx";

interface PayOrderProps {
  orderId: string;
  /** One of those that the order pays for. */
  envelopeId: string;
}

/** Pays an order from a wallet inside the messenger, and goes back to it. */
export function PayOrder({ orderId, envelopeId }: PayOrderProps) {
  const [, setSearch] = useSearchParams();
  const leave = useEffectEvent(() => {
    setSearch({ envelopeId }, { replace: true, state: { paidOrderId: orderId } });
  });
  const flow = useFlow(orderPaymentFlow, {
    input: {
      hasAccess: true,
      onlyOrderId: orderId,
      walletKinds: MESSENGER_WALLET_KINDS,
      asked: readAskedPayments(window.sessionStorage),
    },
    open: { type: "ui.open" },
    onEmit: ({ asked }) => {
      writeAskedPayments(window.sessionStorage, asked);
    },
  });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  const state = flow?.view.state;
  const isSentHere = useRef(false);
  useEffect(() => {
    if (state === "submitted") isSentHere.current = true;
    // The order's own page follows the payment, and shows what it has paid for.
    const isDone = state === "success" || (state === "confirmingOnChain" && isSentHere.current);
    if (isDone) leave();
  }, [state]);
  if (flow === null) return <Splash />;
  return (
    <PaymentView
      {...flow}
      connection={connection}
      onBack={() => {
        setSearch({ envelopeId }, { replace: true });
      }}
    />
  );
}
