import type { Prices } from "./prices.ts";

/** Prices without a feed: none is known. */
export const NO_PRICES: Prices = { read: async () => null, peek: () => null };
