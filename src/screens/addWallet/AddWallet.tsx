import { COINS } from "#domain/coins.ts";
import { walletBindingFlow } from "#src/flows/walletBinding.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { AddWalletScreen } from "./AddWalletScreen.tsx";
import { AddWalletView } from "./AddWalletView.tsx";
import { BindingSkeleton } from "./BindingSkeleton.tsx";

const DRAFT_KEY = "wallet";

/** `/addWallet`: lists, binds and unbinds wallets. */
export function AddWallet() {
  const { drafts, root } = useApp();
  const flow = useFlow(walletBindingFlow, {
    input: { address: drafts.read(DRAFT_KEY) ?? "" },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "draft.changed") drafts.write(DRAFT_KEY, event.address);
      else root.send({ type: "app.userChanged" });
    },
  });
  const { value: info } = useSystemInfo().view;
  const networks = Object.fromEntries(
    (info?.coins ?? []).map(({ coinType, network }) => [COINS[coinType].walletType, network.name]),
  );
  if (flow !== null) return <AddWalletView {...flow} networks={networks} />;
  return (
    <AddWalletScreen>
      <BindingSkeleton />
    </AddWalletScreen>
  );
}
