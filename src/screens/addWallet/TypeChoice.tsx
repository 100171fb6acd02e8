import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { listHeldFirst } from "#domain/money/holdings.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { useHeldAccounts } from "#src/hooks/useHoldings.ts";

/** The type of the new wallet, those first that the person has money for. */
export function TypeChoice({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  const accounts = useHeldAccounts();
  const coinTypes = listHeldFirst(view.freeTypes.flatMap(coinsOfWallet), accounts ?? []);
  return (
    <Segmented
      label={t("wallet:binding.type")}
      value={view.walletType}
      isBusy={!canPress(view.actions, "ui.chooseType")}
      isToCome={accounts === null}
      options={[...new Set(coinTypes.map((coinType) => COINS[coinType].walletType))].map((type) => ({
        value: type,
        label: <CoinLabel coinType={coinsOfWallet(type)[0]} />,
      }))}
      onChange={(walletType) => send({ type: "ui.chooseType", walletType })}
    />
  );
}
