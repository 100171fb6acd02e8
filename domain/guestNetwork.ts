import { COIN_TYPES, COINS, type CoinType } from "./coins.ts";

/** The network of a coin that is not the network's own, so that its name does not tell where it moves; null of all others. */
export function findGuestNetwork(coinType: CoinType): string | null {
  const { walletType, network } = COINS[coinType];
  const own = COIN_TYPES.find((candidate) => COINS[candidate].walletType === walletType);
  return own === coinType ? null : network;
}

/** What the wallet is called that a coin is paid from and to: as the coin, or as the network whose guest it is. */
export function nameWallet(coinType: CoinType): string {
  return findGuestNetwork(coinType) ?? COINS[coinType].label;
}
