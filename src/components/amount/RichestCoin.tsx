import { useEffect, useEffectEvent } from "react";

import type { CoinType } from "#domain/coins.ts";
import { chooseCoin } from "#domain/money/holdings.ts";
import { useHoldings } from "#src/hooks/useHoldings.ts";

interface RichestCoinProps {
  offered: readonly CoinType[];
  /** Whether those that there is or was something of are offered besides. */
  areOwnOffered?: boolean;
  onFind: (coinType: CoinType) => void;
}

/** Draws nothing: finds the coin of a page that was opened for none. Where the balances cannot be read, it is the first. */
export function RichestCoin({ offered, areOwnOffered = false, onFind }: RichestCoinProps) {
  const view = useHoldings()?.view;
  const accounts = view?.status === "failed" ? [] : view?.value?.accounts;
  const own = areOwnOffered ? (accounts?.map(({ coinType }) => coinType) ?? []) : [];
  const found = accounts === undefined ? null : chooseCoin(null, accounts, [...offered, ...own]);
  const tell = useEffectEvent(onFind);
  useEffect(() => {
    if (found !== null) tell(found);
  }, [found]);
  return null;
}
