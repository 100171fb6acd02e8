import { fromPromise } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import { PRICE_CODES } from "#domain/price.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

export interface CoinPrice {
  /** USDT of one coin; "0" while no price is known. */
  price: string;
}

/** The price of one coin. */
export function createPriceActors({ api }: { api: Api }) {
  return {
    read: fromPromise<CoinPrice, ResourceInput<{ coinType: CoinType }>>(({ input: { params }, signal }) =>
      api.call((client) =>
        client.GET("/v1/business/coinPrice", { params: { query: { code: PRICE_CODES[params.coinType] } }, signal }),
      ),
    ),
  };
}
