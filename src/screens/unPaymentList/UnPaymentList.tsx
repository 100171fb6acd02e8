import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";

import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { paymentFlow } from "#src/adapters/actors/payment.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { PaymentView } from "./PaymentView.tsx";

const WalletProof = lazyPart(async () => (await import("./WalletProof.tsx")).WalletProof, NotLoaded);

/**
 * The page outside the messenger. The external payment code is its only key: of orders at `#code=`, of the proof of one
 * wallet at `?prove=<type>#code=`.
 */
export function UnPaymentList() {
  const [query] = useSearchParams();
  if (!query.has("prove")) return <Payment />;
  return (
    <Suspense fallback={<Splash />}>
      <WalletProof.Part />
    </Suspense>
  );
}

/** The payment of the orders behind the page's code. */
function Payment() {
  const flow = useFlow(paymentFlow, {
    input: { walletKinds: WALLET_KINDS },
    open: { type: "ui.open" },
  });
  const connection = useChild(flow?.actor ?? null, "walletConnection", viewWalletConnection);
  return flow === null ? <Splash /> : <PaymentView {...flow} connection={connection} />;
}
