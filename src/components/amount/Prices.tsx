import { useEffect, useEffectEvent, useState, type ReactNode } from "react";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Price } from "#src/adapters/prices.ts";

import { usePrice } from "./usePrice.ts";
import { PricesContext } from "./Worth.tsx";

interface PricesProps {
  /** The coins of all amounts in it, as often as they come. */
  coinTypes: readonly CoinType[];
  children: ReactNode;
}

/** Follows the price of each coin once, for every Worth in it. */
export function Prices({ coinTypes, children }: PricesProps) {
  const [prices, setPrices] = useState<Partial<Record<CoinType, Price>>>({});
  return (
    <PricesContext value={prices}>
      {COIN_TYPES.filter((coinType) => coinTypes.includes(coinType)).map((coinType) => (
        <PriceSource
          key={coinType}
          coinType={coinType}
          onChange={(price) => {
            setPrices((known) => ({ ...known, [coinType]: price }));
          }}
        />
      ))}
      {children}
    </PricesContext>
  );
}

function PriceSource({ coinType, onChange }: { coinType: CoinType; onChange: (price: Price) => void }) {
  const price = usePrice(coinType);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    tell(price);
  }, [price]);
  return null;
}
