import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Funds } from "#machines/envelopeSend/sendFunds.ts";
import { toFailure } from "#machines/kit/failure.ts";

import type { Api } from "./createApi.ts";
import { readBalance } from "./readBalance.ts";

type Wallet = components["schemas"]["Wallet"];

/** The person's wallets, of all coins. */
export async function readWallets(api: Api, signal: AbortSignal): Promise<readonly Wallet[]> {
  return (await api.get("/v1/wallet/list", {}, signal)).items;
}

async function readWallet(
  api: Api,
  coinType: CoinType,
  signal: AbortSignal,
  wallets: Promise<readonly Wallet[]>,
): Promise<Funds> {
  const wallet = (await wallets).find(({ type }) => type === COINS[coinType].walletType);
  if (wallet === undefined) return { kind: "notBound" };
  const { address } = wallet;
  try {
    const { balance } = await api.get("/v1/wallet/balance", { coinType }, signal);
    return { kind: "bound", address, balance };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === "api" && failure.error === "walletNotBound") return { kind: "notBound" };
    if (failure.kind !== "api") throw failure;
    return { kind: "bound", address, balance: null };
  }
}

/** Reads what an envelope of a coin can be paid from; who asks for several coins reads the wallets once. */
export async function readFunds(
  api: Api,
  coinType: CoinType,
  signal: AbortSignal,
  wallets = readWallets(api, signal),
): Promise<Funds> {
  const [wallet, inApp] = await Promise.all([
    readWallet(api, coinType, signal, wallets),
    readBalance(api, coinType, signal),
  ]);
  return inApp === "0" ? wallet : { ...wallet, inApp };
}
