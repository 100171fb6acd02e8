import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

import { createResourceFlow } from "./resource.ts";

export function loadDepositInfo(
  api: Api,
  query: { coinType: CoinType },
  signal: AbortSignal,
): Promise<components["schemas"]["DepositInfo"]> {
  return api.get("/v1/wallet/depositInfo", query, signal);
}

/** Where money of a coin is sent to be added to the balance. */
export const depositInfoFlow = createResourceFlow("depositInfo", ({ api }, query: { coinType: CoinType }, signal) =>
  loadDepositInfo(api, query, signal),
);
