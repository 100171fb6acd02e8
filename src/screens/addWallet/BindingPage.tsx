import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import { COINS, WALLET_TYPES } from "#domain/coins.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import type { Flow } from "#src/adapters/actors/flow.ts";
import type { AskedBinding } from "#src/adapters/actors/walletBinding.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildRecoveryPath } from "#src/routes/links.ts";

import { AddWalletScreen } from "./AddWalletScreen.tsx";
import { AddWalletView } from "./AddWalletView.tsx";
import { BindingSkeleton } from "./BindingSkeleton.tsx";

interface BindingPageProps {
  flow: Flow<"walletBinding" | "ethereumBinding", WalletBindingView, AskedBinding>;
  /** In place of the usual heading. */
  title?: string;
  /** Below the wallets and the form. */
  children?: ReactNode;
}

/** A page that binds wallets, on the flow that knows which types. */
export function BindingPage({ flow: bindingFlow, title, children }: BindingPageProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const flow = useFlow(bindingFlow, {
    input: { walletType: WALLET_TYPES.find((known) => known === search.get("type")) ?? null },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "recovery.wanted")
        void navigate(buildRecoveryPath(`${window.location.pathname}${window.location.search}`));
    },
  });
  const prompt = useChild(flow?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  const { value: info } = useSystemInfo().view;
  const networks = Object.fromEntries(
    [...(info?.payoutCoins ?? []), ...(info?.coins ?? [])].flatMap(({ coinType, network }) =>
      network === null ? [] : [[COINS[coinType].walletType, network.name]],
    ),
  );
  if (flow !== null) {
    return (
      <>
        <AddWalletView {...flow} networks={networks} title={title}>
          {children}
        </AddWalletView>
        <SecurityCodePrompt prompt={prompt} />
      </>
    );
  }
  return (
    <AddWalletScreen title={title}>
      <BindingSkeleton />
    </AddWalletScreen>
  );
}
