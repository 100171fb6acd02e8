import type { CoinType } from "../coins.ts";

/** What a chain makes each account hold, rounded up to an amount that is easily said: a whole-coin decimal string. */
const FIRST_AMOUNTS: Readonly<Partial<Record<CoinType, string>>> = { sol: "0.001" };

/** What the first transfer to an address has to bring; null where any amount may. */
export function findFirstAmount(coinType: CoinType): string | null {
  return FIRST_AMOUNTS[coinType] ?? null;
}
