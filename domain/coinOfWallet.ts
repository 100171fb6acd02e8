import { COIN_TYPES, COINS, type CoinType, type WalletType } from "./coins.ts";

/** The coin of a wallet type. */
export function coinOfWallet(type: WalletType): CoinType {
  const coinType = COIN_TYPES.find((candidate) => COINS[candidate].walletType === type);
  if (coinType === undefined) throw new Error(`no coin has wallets of type ${type}`);
  return coinType;
}
