import type { CoinType } from "./coins.ts";

/** Coins whose chain makes a payment final within seconds, so that who waits for one looks more often for a while. */
export const FAST_COINS: ReadonlySet<CoinType> = new Set(["sol", "ton"]);
