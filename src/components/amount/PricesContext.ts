import { createContext } from "react";

import type { CoinType } from "#domain/coins.ts";

/** USDT of one coin, for the coins whose price is known. */
export type KnownPrices = Readonly<Partial<Record<CoinType, string>>>;

export const PricesContext = createContext<KnownPrices>({});
