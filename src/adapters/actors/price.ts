import { fromPromise } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import { createResourceMachine, type ResourceInput } from "#machines/kit/resource/resource.machine.ts";
import { type ResourceView, viewResource } from "#machines/kit/resource/resource.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { readPrice } from "#src/adapters/api/readPrice.ts";
import type { Flow } from "./flow.ts";

interface CoinPrice {
  /** USDT of one coin; "0" while no price is known. */
  price: string;
}

/** The server's price is as old as this at most; a page that is open longer asks again. */
const FRESH_MS = 60_000;
/** Amounts of one page that ask within this time share an answer. */
const SHARED_MS = 5_000;

/** The price of one coin. Amounts that ask at the same time share one call. */
export function createPriceActors({ api }: { api: Api }) {
  const asked = new Map<CoinType, Promise<CoinPrice>>();
  const ask = (coinType: CoinType) => {
    const underWay = asked.get(coinType);
    if (underWay !== undefined) return underWay;
    const price = readPrice(api, coinType);
    const forget = () => asked.delete(coinType);
    price.then(() => setTimeout(forget, SHARED_MS), forget);
    asked.set(coinType, price);
    return price;
  };
  return {
    read: fromPromise<CoinPrice, ResourceInput<{ coinType: CoinType }>>(({ input: { params } }) =>
      ask(params.coinType),
    ),
  };
}

/** Open with `{ type: "resource.load" }`. */
export const priceFlow: Flow<"price", ResourceView<CoinPrice>> = {
  name: "price",
  // The payment page has its code and nothing else.
  create: ({ api, paymentApi, hasPaymentCode }) =>
    createResourceMachine<CoinPrice, { coinType: CoinType }>().provide({
      actors: createPriceActors({ api: hasPaymentCode ? paymentApi : api }),
      guards: { isFollowed: () => true },
      delays: { pollInterval: FRESH_MS },
    }),
  view: viewResource,
};
