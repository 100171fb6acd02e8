import type { ReactNode } from "react";

import { COINS } from "#domain/coins.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { Flow } from "#src/flows/flow.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { AddWalletScreen } from "./AddWalletScreen.tsx";
import { AddWalletView } from "./AddWalletView.tsx";
import { BindingSkeleton } from "./BindingSkeleton.tsx";

interface BindingPageProps {
  flow: Flow<"walletBinding" | "ethereumBinding", WalletBindingView>;
  /** Of what is typed and not bound. */
  draftKey: string;
  /** In place of the usual heading. */
  title?: string;
  /** Below the wallets and the form. */
  children?: ReactNode;
}

/** A page that binds wallets, on the flow that knows which types. */
export function BindingPage({ flow: bindingFlow, draftKey, title, children }: BindingPageProps) {
  const { drafts, root } = useApp();
  const flow = useFlow(bindingFlow, {
    input: { address: drafts.read(draftKey) ?? "" },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "draft.changed") drafts.write(draftKey, event.address);
      else root.send({ type: "app.userChanged" });
    },
  });
  const { value: info } = useSystemInfo().view;
  const networks = Object.fromEntries(
    (info?.coins ?? []).map(({ coinType, network }) => [COINS[coinType].walletType, network.name]),
  );
  if (flow !== null) {
    return (
      <AddWalletView {...flow} networks={networks} title={title}>
        {children}
      </AddWalletView>
    );
  }
  return (
    <AddWalletScreen title={title}>
      <BindingSkeleton />
    </AddWalletScreen>
  );
}
