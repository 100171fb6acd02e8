import { useMemo, useSyncExternalStore, type ReactNode } from "react";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";

import type { Prices as PriceService } from "#src/adapters/prices.ts";
import { useApp } from "#src/hooks/useApp.ts";

import { PricesContext, type KnownPrices } from "./Worth.tsx";

interface PricesProps {
  /** The coins of all amounts in it, as often as they come. */
  coinTypes: readonly CoinType[];
  children: ReactNode;
}

/** Follows the price of each coin once, for every Worth in it. */
export function Prices({ coinTypes, children }: PricesProps) {
  const { prices } = useApp();
  const names = COIN_TYPES.filter((coinType) => coinTypes.includes(coinType)).join(" ");
  const list = useMemo(() => listPrices(prices, names), [prices, names]);
  const text = useSyncExternalStore(list.follow, list.write);
  const known = useMemo(() => JSON.parse(text) as KnownPrices, [text]);
  return <PricesContext value={known}>{children}</PricesContext>;
}

function listPrices(prices: PriceService, names: string) {
  const coinTypes = COIN_TYPES.filter((coinType) => names.split(" ").includes(coinType));
  return {
    follow: (onChange: () => void) => {
      const ends = coinTypes.map((coinType) => prices.follow(coinType, onChange));
      return () => {
        for (const end of ends) end();
      };
    },
    /** The same text as long as nothing changes. */
    write: () => JSON.stringify(Object.fromEntries(coinTypes.map((one) => [one, prices.get(one) ?? undefined]))),
  };
}
