import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { convertAmount } from "#domain/price.ts";
import { openPrices, type Price } from "#src/adapters/prices.ts";
import { useApp } from "#src/hooks/useApp.ts";

import { Amount } from "./Amount.tsx";
import { formatFiatText } from "./formatFiatText.ts";
import styles from "./Worth.module.css";

interface WorthProps {
  /** Whole-coin decimal text; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** The price of one coin, read for whoever asks, and again each minute. */
function usePrice(coinType: CoinType): Price {
  const prices = openPrices(useApp());
  const follow = useCallback((onChange: () => void) => prices.follow(coinType, onChange), [prices, coinType]);
  return useSyncExternalStore(follow, () => prices.get(coinType));
}

/** What an amount is worth, as a text; null where no price is known. */
export function useWorthText({ amount, coinType }: WorthProps): string | null {
  const { i18n } = useTranslation();
  const price = usePrice(coinType);
  const worth = amount === null || price == null ? null : convertAmount(amount, price);
  return worth === null ? null : `≈ ${formatFiatText(worth, i18n.language)}`;
}

/** What an amount of a row is worth; nothing where no price is known, for a dash in every row says nothing more. */
export function Worth(props: WorthProps) {
  return useWorthText(props);
}

/** An amount and, beneath it, what it is worth. */
export function PricedAmount(props: WorthProps) {
  return (
    <span className={styles.priced}>
      <Amount {...props} />{" "}
      <span className={styles.worth}>
        <Worth {...props} />
      </span>
    </span>
  );
}

const DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,18})?$/;

/** What an amount is worth, also one that is being typed, and a dash where no price is known. Nothing while the price is on its way. */
export function Fiat({ amount, coinType }: WorthProps) {
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
