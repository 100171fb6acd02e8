import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { convertAmount } from "#domain/price.ts";

import { formatFiatText } from "./formatFiatText.ts";
import { usePrice } from "./usePrice.ts";

const DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,18})?$/;

interface FiatProps {
  /** Whole-coin decimal text, also one that is being typed; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** What an amount is worth, and a dash where no price is known. Nothing while the price is on its way. */
export function Fiat({ amount, coinType }: FiatProps) {
  const { t, i18n } = useTranslation();
  const price = usePrice(coinType);
  // A decimal mark at the end waits for its digits.
  const settled = amount?.replace(/\.$/u, "") ?? "";
  if (price === undefined || !DECIMAL.test(settled)) return null;
  const worth = price === null ? null : convertAmount(settled, price);
  return worth === null ? (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("app:amountUnknown")}</span>
    </>
  ) : (
    <>≈ {formatFiatText(worth, i18n.language)}</>
  );
}
