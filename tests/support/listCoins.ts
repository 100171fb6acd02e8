import { COIN_TYPES, type CoinType } from "#domain/coins.ts";

/** The coins that the setting `COINS` names. */
export function listCoins(setting: string): readonly CoinType[] {
  const names = setting.split(",");
  return COIN_TYPES.filter((coin) => names.includes(coin));
}
