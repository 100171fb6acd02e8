import type { CoinType } from "#domain/coins.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createPriceActors, type CoinPrice } from "#src/adapters/actors/price.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "resource.load" }`. */
export const priceFlow: Flow<"price", ResourceView<CoinPrice>> = {
  name: "price",
  // The payment page has its code and nothing else.
  create: ({ api, paymentApi, hasPaymentCode }) =>
    createResourceMachine<CoinPrice, { coinType: CoinType }>().provide({
      actors: createPriceActors({ api: hasPaymentCode ? paymentApi : api }),
    }),
  view: viewResource,
};
