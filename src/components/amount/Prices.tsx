import { useEffect, useEffectEvent, useState, type ReactNode } from "react";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";

import { usePrice } from "./usePrice.ts";
import { PricesContext, type KnownPrices } from "./Worth.tsx";

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
