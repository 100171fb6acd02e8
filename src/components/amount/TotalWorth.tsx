import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { type Holding, sumWorth } from "#domain/money/holdings.ts";
import { openPrices } from "#src/adapters/prices.ts";
import { useApp } from "#src/hooks/useApp.ts";

import { formatFiatText } from "./formatFiatText.ts";

/** What all balances are worth together by the newest prices, and a dash where one is not known. */
export function TotalWorth({ holdings }: { holdings: readonly Holding[] }) {
  const { t, i18n } = useTranslation();
  const worth = useTotal(holdings);
  if (worth !== null) return <>≈ {formatFiatText(worth, i18n.language)}</>;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("app:amountUnknown")}</span>
    </>
  );
}

/** Follows the price of each coin that there is something of: one that failed comes with the next. */
function useTotal(holdings: readonly Holding[]): string | null {
  const prices = openPrices(useApp());
  const follow = useCallback(
    (onChange: () => void) => {
      const held = holdings.filter(({ balance }) => balance !== "0");
      const stops = held.map(({ coinType }) => prices.follow(coinType, onChange));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [prices, holdings],
  );
  return useSyncExternalStore(follow, () =>
    sumWorth(holdings.map((holding) => ({ ...holding, price: prices.get(holding.coinType) ?? holding.price }))),
  );
}
