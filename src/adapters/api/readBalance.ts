import type { CoinType } from "#domain/coins.ts";

import type { Api } from "./createApi.ts";

/** The balance of the account in the app, a whole-coin decimal string. */
export async function readBalance(api: Api, coinType: CoinType, signal: AbortSignal): Promise<string> {
  return (await api.get("/v1/user/accountAmountInfo", { coinType }, signal)).balance;
}
