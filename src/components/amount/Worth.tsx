import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { type Holding, sumWorth } from "#domain/money/holdings.ts";
import { convertAmount } from "#domain/price.ts";
import { openPrices, type Price, type Prices } from "#src/adapters/prices.ts";
import { useApp } from "#src/hooks/useApp.ts";

import { Amount } from "./Amount.tsx";
import { formatFiatText } from "./formatFiatText.ts";
import styles from "./Worth.module.css";

interface WorthProps {
  /** Whole-coin decimal text; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** What the newest prices of some coins tell. They are read now and each minute: one that failed comes with the next. */
function usePrices<Told extends Price>(coinTypes: readonly CoinType[], read: (get: Prices["get"]) => Told): Told {
  const prices = openPrices(useApp());
  const follow = useCallback(
    (onChange: () => void) => {
      const stops = coinTypes.map((coinType) => prices.follow(coinType, onChange));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [prices, coinTypes],
  );
  return useSyncExternalStore(follow, () => read(prices.get));
}

function usePrice(coinType: CoinType): Price {
  const coinTypes = useMemo(() => [coinType], [coinType]);
  return usePrices(coinTypes, (get) => get(coinType));
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
  const price = usePrice(coinType);
  // A decimal mark at the end waits for its digits.
  const settled = amount?.replace(/\.$/u, "") ?? "";
  if (price === undefined || !DECIMAL.test(settled)) return null;
  return <WorthOrDash worth={price === null ? null : convertAmount(settled, price)} />;
}

/** The worth of all balances together; a dash if one price is unknown. */
export function TotalWorth({ holdings }: { holdings: readonly Holding[] }) {
  const held = useMemo(
    () => holdings.filter(({ balance }) => balance !== "0").map(({ coinType }) => coinType),
    [holdings],
  );
  const worth = usePrices(held, (get) =>
    sumWorth(holdings.map((holding) => ({ ...holding, price: get(holding.coinType) ?? holding.price }))),
  );
  return <WorthOrDash worth={worth} />;
}

function WorthOrDash({ worth }: { worth: string | null }) {
  const { t, i18n } = useTranslation();
  if (worth !== null) return <>≈ {formatFiatText(worth, i18n.language)}</>;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("app:amountUnknown")}</span>
    </>
  );
}
