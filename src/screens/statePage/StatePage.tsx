import { useSearchParams } from "react-router-dom";

import { EnvelopeState } from "./EnvelopeState.tsx";
import { OrderState } from "./OrderState.tsx";
import { PayoutState } from "./PayoutState.tsx";
import { StateMissing } from "./StateMissing.tsx";
import { WalletState } from "./WalletState.tsx";

/**
 * `/statePage?orderId=|envelopeId=|payoutId=|walletId=`: the result or the progress of a payment, a claim, a withdrawal or
 * a binding. The server decides; the address only names it.
 */
export function StatePage() {
  const [search] = useSearchParams();
  const orderId = search.get("orderId") ?? "";
  const envelopeId = search.get("envelopeId") ?? "";
  const payoutId = search.get("payoutId") ?? "";
  const walletId = search.get("walletId") ?? "";
  if (orderId !== "") return <OrderState key={orderId} orderId={orderId} />;
  if (envelopeId !== "") return <EnvelopeState key={envelopeId} envelopeId={envelopeId} />;
  if (payoutId !== "") return <PayoutState key={payoutId} payoutId={payoutId} />;
  if (walletId !== "") return <WalletState key={walletId} walletId={walletId} />;
  return <StateMissing />;
}
