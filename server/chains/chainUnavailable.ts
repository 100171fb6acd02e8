import type { CoinType } from "#domain/coins.ts";

/** No endpoint of a chain answers, or fewer than a settlement needs. */
export class ChainUnavailable extends Error {
  constructor(coinType: CoinType, cause?: unknown) {
    super(`the chain of ${coinType} cannot be reached`, { cause });
    this.name = "ChainUnavailable";
  }
}

/** The answer of a pool, or ChainUnavailable where it has none. */
export async function orUnavailable<T>(coinType: CoinType, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new ChainUnavailable(coinType, error);
  }
}
