import { fromPromise } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import { PRICE_CODES } from "#domain/price.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

export interface CoinPrice {
  /** USDT of one coin; "0" while no price is known. */
  price: string;
}

/** The price of one coin. Amounts that ask at the same time share one call; a price that fails is not worth a toast. */
export function createPriceActors({ api }: { api: Api }) {
  const asked = new Map<CoinType, Promise<CoinPrice>>();
  const ask = (coinType: CoinType) => {
    const underWay = asked.get(coinType);
    if (underWay !== undefined) return underWay;
    const query = { code: PRICE_CODES[coinType] };
    const price = api.call((client) => client.GET("/v1/business/coinPrice", { params: { query } }), { isQuiet: true });
    const forget = () => asked.delete(coinType);
    price.then(forget, forget);
    asked.set(coinType, price);
    return price;
  };
  return {
    read: fromPromise<CoinPrice, ResourceInput<{ coinType: CoinType }>>(({ input: { params } }) =>
      ask(params.coinType),
    ),
  };
}
