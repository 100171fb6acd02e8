import { COINS, type CoinType } from "#domain/coins.ts";
import type { Funds } from "#machines/envelopeSend/sendFunds.ts";
import { toFailure } from "#machines/kit/failure.ts";

import type { Api } from "./createApi.ts";
import { readBalance } from "./readBalance.ts";

async function readWallet(api: Api, coinType: CoinType, signal: AbortSignal): Promise<Funds> {
  const { items } = await api.call((client) => client.GET("/v1/wallet/list", { signal }));
  const wallet = items.find(({ type }) => type === COINS[coinType].walletType);
  if (wallet === undefined) return { kind: "notBound" };
  const { address } = wallet;
  try {
    const { balance } = await api.call((client) =>
      client.GET("/v1/wallet/balance", { params: { query: { coinType } }, signal }),
    );
    return { kind: "bound", address, balance };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === "api" && failure.error === "walletNotBound") return { kind: "notBound" };
    if (failure.kind !== "api") throw failure;
    return { kind: "bound", address, balance: null };
  }
}

/** Reads what an envelope of a coin can be paid from. */
export async function readFunds(api: Api, coinType: CoinType, signal: AbortSignal): Promise<Funds> {
  const [wallet, inApp] = await Promise.all([readWallet(api, coinType, signal), readBalance(api, coinType, signal)]);
  return inApp === "0" ? wallet : { ...wallet, inApp };
}
