import type { CoinType } from "#domain/coins.ts";

/** Prices of coins in USDT as decimals without trailing zeros; null while none is known. */
export interface Prices {
  /** Asks the feed where the known price is older than a minute. Never rejects. */
  read(coinType: CoinType): Promise<string | null>;
  /** What is known without asking, for work that must not wait. */
  peek(coinType: CoinType): string | null;
}
