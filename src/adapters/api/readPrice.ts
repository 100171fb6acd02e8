import type { CoinType } from "#domain/coins.ts";
import { PRICE_CODES } from "#domain/price.ts";

import type { Api } from "./createApi.ts";

/** Reads USDT of one coin; "0" while no price is known. A price that fails is not worth a toast. */
export function readPrice(api: Api, coinType: CoinType, signal?: AbortSignal): Promise<{ price: string }> {
  const query = { code: PRICE_CODES[coinType] };
  return api.call((client) => client.GET("/v1/business/coinPrice", { params: { query }, signal }));
}
