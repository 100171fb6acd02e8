import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { convertAmount } from "#domain/price.ts";

import { formatFiatText } from "./formatFiatText.ts";
import { usePrice } from "./usePrice.ts";

/** USDT of one coin, for the coins whose price is known. */
type KnownPrices = Readonly<Partial<Record<CoinType, string>>>;

export const PricesContext = createContext<KnownPrices>({});

interface PricesProps {
  /** The coins of all amounts in it, as often as they come. */
  coinTypes: readonly CoinType[];
  children: ReactNode;
}

/** Reads the price of each coin once, for every Worth in it. */
export function Prices({ coinTypes, children }: PricesProps) {
  const [prices, setPrices] = useState<KnownPrices>({});
  return (
    <PricesContext value={prices}>
      {COIN_TYPES.filter((coinType) => coinTypes.includes(coinType)).map((coinType) => (
        <PriceSource
          key={coinType}
          coinType={coinType}
          onRead={(price) => {
            setPrices((known) => ({ ...known, [coinType]: price }));
          }}
        />
      ))}
      {children}
    </PricesContext>
  );
}

function PriceSource({ coinType, onRead }: { coinType: CoinType; onRead: (price: string) => void }) {
  const price = usePrice(coinType);
  const keep = useEffectEvent(onRead);
  useEffect(() => {
    if (typeof price === "string") keep(price);
  }, [price]);
  return null;
}

interface WorthProps {
  /** Whole-coin decimal text; null is not known. */
  amount: string | null;
  coinType: CoinType;
}

/** What an amount is worth, as a text; null where no price is known. */
export function useWorthText({ amount, coinType }: WorthProps): string | null {
  const { i18n } = useTranslation();
  const price = use(PricesContext)[coinType];
  const worth = amount === null || price === undefined ? null : convertAmount(amount, price);
  return worth === null ? null : `≈ ${formatFiatText(worth, i18n.language)}`;
}

/** What an amount of a row is worth; nothing where no price is known, for a dash in every row says nothing more. */
export function Worth(props: WorthProps) {
  return useWorthText(props);
}
