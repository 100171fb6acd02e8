import type { CoinType } from "#domain/coins.ts";

/** Prices of coins in USDT as decimals without trailing zeros; null while none is known. */
export interface Prices {
  /** Asks the feed if the known price is older than a minute. Never rejects. */
  read(coinType: CoinType): Promise<string | null>;
  /** The known price, without asking the feed, for work that must not wait. */
  peek(coinType: CoinType): string | null;
}
