import { useSearchParams } from "react-router-dom";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";

/** The coin that the person has chosen, null before; it is in the address, so that it is there after going back. */
export function useCoinChoice(): [chosen: CoinType | null, choose: (coinType: CoinType) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = COIN_TYPES.find((known) => known === search.get("coinType")) ?? null;
  const choose = (coinType: CoinType) => setSearch({ ...Object.fromEntries(search), coinType }, { replace: true });
  return [chosen, choose];
}
