import { createContext, use } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { convertAmount } from "#domain/price.ts";
import type { Price } from "#src/adapters/prices.ts";

import { formatFiatText } from "./formatFiatText.ts";

/** USDT of one coin, for the coins whose price is known. */
type KnownPrices = Readonly<Partial<Record<CoinType, Price>>>;

export const PricesContext = createContext<KnownPrices>({});

interface WorthProps {
  /** Whole-coin decimal text; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** What an amount is worth, as a text; null where no price is known. */
export function useWorthText({ amount, coinType }: WorthProps): string | null {
  const { i18n } = useTranslation();
  const price = use(PricesContext)[coinType];
  const worth = amount === null || price == null ? null : convertAmount(amount, price);
  return worth === null ? null : `≈ ${formatFiatText(worth, i18n.language)}`;
}

/** What an amount of a row is worth; nothing where no price is known, for a dash in every row says nothing more. */
export function Worth(props: WorthProps) {
  return useWorthText(props);
}
