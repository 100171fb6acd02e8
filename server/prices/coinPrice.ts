import { findPricedCoin } from "#domain/price.ts";
import type { Handler } from "#server/calls/handler.ts";

/** Price of a pair. A pair that nobody knows and a feed that fails are both "0". */
export const coinPrice: Handler<"coinPrice"> = async ({ query: { code = "ETHUSDT" } }, app) => {
  const coinType = findPricedCoin(code);
  const price = coinType === null ? null : await app.prices.read(coinType);
  return { code, price: price ?? "0" };
};
