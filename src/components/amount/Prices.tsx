import { useEffect, useEffectEvent, useId, useState, type ReactNode } from "react";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { priceFlow } from "#src/adapters/actors/price.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { PricesContext, type KnownPrices } from "./PricesContext.ts";

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
  const flow = useFlow(priceFlow, {
    // One page may have several lists, each with prices of its own.
    flowKey: useId(),
    isExtra: true,
    input: { params: { coinType } },
    isDeferred: true,
    open: { type: "resource.load" },
  });
  const price = flow?.view.value?.price;
  const keep = useEffectEvent(onRead);
  useEffect(() => {
    if (price !== undefined) keep(price);
  }, [price]);
  return null;
}
