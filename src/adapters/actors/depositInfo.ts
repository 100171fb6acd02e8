import type { CoinType } from "#domain/coins.ts";

import { createResourceFlow } from "./resource.ts";

/** Where money of a coin is sent to be added to the balance. */
export const depositInfoFlow = createResourceFlow("depositInfo", ({ api }, query: { coinType: CoinType }, signal) =>
  api.call((client) => client.GET("/v1/wallet/depositInfo", { params: { query }, signal })),
);
