import type { Prices } from "./prices.ts";

/** Where no feed is set, no price is ever known. */
export const NO_PRICES: Prices = { read: async () => null, peek: () => null };
