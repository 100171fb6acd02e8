import { useCallback, useSyncExternalStore } from "react";

import type { CoinType } from "#domain/coins.ts";
import { openPrices, type Price } from "#src/adapters/prices.ts";
import { useApp } from "#src/hooks/useApp.ts";

/** The price of one coin, read for whoever asks, and again each minute. */
export function usePrice(coinType: CoinType): Price {
  const prices = openPrices(useApp());
  const follow = useCallback((onChange: () => void) => prices.follow(coinType, onChange), [prices, coinType]);
  return useSyncExternalStore(follow, () => prices.get(coinType));
}
