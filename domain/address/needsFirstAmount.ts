import type { CoinType } from "../coins.ts";

/** Whether the first transfer to an address has to bring as much as the chain makes each account hold. */
export function needsFirstAmount(coinType: CoinType): boolean {
  return coinType === "sol";
}
