import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";

import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";

import { Payment } from "./Payment.tsx";

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
