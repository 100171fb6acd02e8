import { useTranslation } from "react-i18next";

import { type Holding, sumWorth } from "#domain/money/holdings.ts";

import { formatFiatText } from "./formatFiatText.ts";

/** What all balances are worth together, and a dash where a price is not known. */
export function TotalWorth({ holdings }: { holdings: readonly Holding[] }) {
  const { t, i18n } = useTranslation();
  const worth = sumWorth(holdings);
  if (worth !== null) return <>≈ {formatFiatText(worth, i18n.language)}</>;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("app:amountUnknown")}</span>
    </>
  );
}
