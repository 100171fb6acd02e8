import type { CoinType } from "#domain/coins.ts";

/** USDT of one coin; null where none is known, undefined while the first is on its way. */
export type Price = string | null | undefined;

export interface Prices {
  /** The server's price, one call for all who ask at about the same time; "0" while it knows none. */
  read: (coinType: CoinType) => Promise<string>;
  /** What was read last. */
  get: (coinType: CoinType) => Price;
  /** Has the price be read now, and each minute, as long as somebody follows it. */
  follow: (coinType: CoinType, onChange: () => void) => () => void;
  /** There is a network again. */
  refresh: () => void;
}

const FRESH_MS = 60_000;
/** Whoever asks within this time shares an answer. */
const SHARED_MS = 5_000;
/** As long as the server itself keeps a price that it cannot read anew. */
const KEPT_MS = 600_000;

interface Coin {
  price: Price;
  readAtMs: number;
  answer: Promise<string> | null;
  followers: Set<() => void>;
  interval?: ReturnType<typeof setInterval>;
}

/** The prices of all coins, for the whole page. */
export function createPrices(ask: (coinType: CoinType) => Promise<{ price: string }>): Prices {
  const coins = new Map<CoinType, Coin>();
  const open = (coinType: CoinType): Coin => {
    const coin = coins.get(coinType) ?? { price: undefined, readAtMs: 0, answer: null, followers: new Set() };
    coins.set(coinType, coin);
    return coin;
  };
  const tell = (coin: Coin, price: Price) => {
    const isNews = coin.price !== price;
    coin.price = price;
    if (isNews) for (const onChange of coin.followers) onChange();
  };

  async function readAnew(coin: Coin, coinType: CoinType): Promise<string> {
    try {
      const { price } = await ask(coinType);
      coin.readAtMs = Date.now();
      setTimeout(() => {
        coin.answer = null;
      }, SHARED_MS);
      tell(coin, price === "0" ? null : price);
      return price;
    } catch (error) {
      coin.answer = null;
      if (Date.now() - coin.readAtMs >= KEPT_MS) tell(coin, null);
      throw error;
    }
  }
  const read = (coinType: CoinType) => {
    const coin = open(coinType);
    coin.answer ??= readAnew(coin, coinType);
    return coin.answer;
  };
  const update = (coinType: CoinType) => {
    // What is known until now serves.
    void read(coinType).catch(() => {});
  };

  return {
    read,
    get: (coinType) => coins.get(coinType)?.price,
    follow: (coinType, onChange) => {
      const coin = open(coinType);
      // Each has an entry of its own, also where two hand in the same function.
      const follower = () => onChange();
      coin.followers.add(follower);
      if (coin.followers.size === 1) {
        if (Date.now() - coin.readAtMs >= KEPT_MS) coin.price = undefined;
        update(coinType);
        coin.interval = setInterval(update, FRESH_MS, coinType);
      }
      return () => {
        coin.followers.delete(follower);
        if (coin.followers.size === 0) clearInterval(coin.interval);
      };
    },
    refresh: () => {
      for (const [coinType, { followers }] of coins) if (followers.size > 0) update(coinType);
    },
  };
}
