import { COINS } from "#domain/coins.ts";
import { walletBindingFlow } from "#src/flows/walletBinding.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";
import { Splash } from "#src/components/Splash.tsx";

import { WithSystemInfo, type SystemInfo } from "#src/components/WithSystemInfo.tsx";

import { AddWalletView } from "./AddWalletView.tsx";

/** `/addWallet`: lists, binds and unbinds wallets. */
export function AddWallet() {
  return <WithSystemInfo>{(info) => <BindingFlow info={info} />}</WithSystemInfo>;
}

function BindingFlow({ info }: { info: SystemInfo }) {
  const flow = useFlow(walletBindingFlow, {
    // Inside the messenger no wallet of these types can sign; the payment page outside asks for the proof.
    input: { walletTypes: info.coins.map(({ coinType }) => COINS[coinType].walletType), canProve: false },
    open: { type: "ui.open" },
  });
  useOutcomeHaptics(flow?.view.state === "bound" ? "success" : null);
  return flow === null ? <Splash /> : <AddWalletView {...flow} />;
}
