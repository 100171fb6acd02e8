import { COIN_TYPES, COINS, type CoinType, type WalletType } from "./coins.ts";

/** The coins that a wallet of a type holds; its network's own comes first. */
export function coinsOfWallet(type: WalletType): readonly [CoinType, ...CoinType[]] {
  const [own, ...others] = COIN_TYPES.filter((coinType) => COINS[coinType].walletType === type);
  if (own === undefined) throw new Error(`no coin has wallets of type ${type}`);
  return [own, ...others];
}
