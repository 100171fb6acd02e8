import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { Splash } from "#src/components/shell/Splash.tsx";
import { walletProofFlow } from "#src/adapters/actors/walletProof.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { WalletProofView } from "./WalletProofView.tsx";

/** The proof of the wallet that the page's code asks for. */
export function WalletProof() {
  const { hasPaymentCode } = useApp();
  const flow = useFlow(walletProofFlow, {
    input: { hasPaymentCode, walletKinds: WALLET_KINDS },
    open: { type: "ui.open" },
  });
  return flow === null ? <Splash /> : <WalletProofView {...flow} />;
}
