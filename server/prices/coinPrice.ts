import { findPricedCoin } from "#domain/price.ts";
import type { Handler } from "#server/calls/handler.ts";

/** Price of a pair; "0" for an unknown pair and for a failed feed. */
export const coinPrice: Handler<"coinPrice"> = async ({ query: { code = "ETHUSDT" } }, app) => {
  const coinType = findPricedCoin(code);
  const price = coinType === null ? null : await app.prices.read(coinType);
  return { code, price: price ?? "0" };
};
