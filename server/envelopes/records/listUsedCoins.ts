import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Totals } from "./readTotals.ts";

/** The coins that a person has used: booked to the balance, or sent in an opened envelope. */
export function listUsedCoins(totals: ReadonlyMap<CoinType, Totals>): CoinType[] {
  return COIN_TYPES.filter((coinType) => totals.get(coinType)?.isUsed === true);
}
