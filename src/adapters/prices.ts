import type { CoinType } from "#domain/coins.ts";
import { PRICE_CODES } from "#domain/price.ts";
import type { App } from "#src/createApp.ts";

/** USDT of one coin; null where none is known, undefined while the first is on its way. */
export type Price = string | null | undefined;

export interface Prices {
  /** The server's price, one call for all who ask at about the same time; "0" while it knows none. */
  read: (coinType: CoinType) => Promise<string>;
  /** What was read last. */
  get: (coinType: CoinType) => Price;
  /** Has the price be read now, and each minute, as long as somebody follows it; each by a function of its own. */
  follow: (coinType: CoinType, onChange: () => void) => () => void;
}

const FRESH_MS = 60_000;
/** Whoever asks within this time shares an answer. */
const SHARED_MS = 5_000;
/** As long as the server itself keeps a price that it cannot read anew. */
const KEPT_MS = 600_000;

/** One for the whole page. */
export function openPrices(app: Pick<App, "prices" | "api" | "paymentApi" | "hasPaymentCode">): Prices {
  app.prices ??= createPrices((coinType) => {
    // The payment page has its code and nothing else.
    const api = app.hasPaymentCode ? app.paymentApi : app.api;
    const query = { code: PRICE_CODES[coinType] };
    // A price that fails is not worth a toast.
    return api.get("/v1/business/coinPrice", query);
  }, window);
  return app.prices;
}

interface Coin {
  price: Price;
  readAtMs: number;
  askedAtMs: number;
  answer: Promise<string>;
  followers: Set<() => void>;
  interval?: ReturnType<typeof setInterval>;
}

/** The prices of all coins. */
export function createPrices(
  ask: (coinType: CoinType) => Promise<{ price: string }>,
  page: Pick<Window, "addEventListener">,
): Prices {
  const coins = new Map<CoinType, Coin>();
  const open = (coinType: CoinType): Coin => {
    const known = coins.get(coinType);
    if (known !== undefined) return known;
    const answer = Promise.resolve("0");
    const coin: Coin = { price: undefined, readAtMs: 0, askedAtMs: 0, answer, followers: new Set() };
    coins.set(coinType, coin);
    return coin;
  };
  const read = (coinType: CoinType) => {
    const coin = open(coinType);
    const now = Date.now();
    if (now - coin.askedAtMs < SHARED_MS) return coin.answer;
    const tell = (price: Price) => {
      coin.price = price;
      for (const onChange of coin.followers) onChange();
    };
    coin.askedAtMs = now;
    coin.answer = ask(coinType).then(({ price }) => {
      coin.readAtMs = now;
      tell(price === "0" ? null : price);
      return price;
    });
    coin.answer.catch(() => {
      if (now - coin.readAtMs >= KEPT_MS) tell(null);
    });
    return coin.answer;
  };
  page.addEventListener("online", () => {
    for (const [coinType, { followers }] of coins) if (followers.size > 0) void read(coinType);
  });
  return {
    read,
    get: (coinType) => coins.get(coinType)?.price,
    follow: (coinType, onChange) => {
      const coin = open(coinType);
      coin.followers.add(onChange);
      if (coin.followers.size === 1) {
        if (Date.now() - coin.readAtMs >= KEPT_MS) coin.price = undefined;
        void read(coinType);
        coin.interval = setInterval(() => void read(coinType), FRESH_MS);
      }
      return () => {
        coin.followers.delete(onChange);
        if (coin.followers.size === 0) clearInterval(coin.interval);
      };
    },
  };
}
