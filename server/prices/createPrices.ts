import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Clock } from "#server/clock.ts";
import type { Logger } from "#server/logger.ts";
import type { Prices } from "./prices.ts";

/** A price is refreshed after this time. */
const FRESH_MS = 60_000;
/** How long the last price is used while the feed fails. */
const USABLE_MS = 600_000;
/** How long a failed feed is not asked. */
const PAUSE_MS = 5_000;

interface Line {
  price: string | null;
  readAtMs: number;
  failedAtMs: number;
  asking: Promise<void> | null;
}

interface PriceOptions {
  /** Asks the feed; rejects if it has no price. */
  ask: (coinType: CoinType) => Promise<string>;
  clock: Clock;
  logger: Logger;
}

/** Caches the prices of one feed. Calls during a request to the feed share it. */
export function createPrices({ ask, clock, logger }: PriceOptions): Prices {
  const lines = new Map<CoinType, Line>(
    COIN_TYPES.map((coinType) => [coinType, { price: null, readAtMs: -Infinity, failedAtMs: -Infinity, asking: null }]),
  );

  function findLine(coinType: CoinType): Line {
    const line = lines.get(coinType);
    if (line === undefined) throw new Error(`no price line of ${coinType}`);
    return line;
  }

  function peek(coinType: CoinType): string | null {
    const { price, readAtMs } = findLine(coinType);
    return isWithin(readAtMs, USABLE_MS) ? price : null;
  }

  /** A clock that was set back must not make prices look fresh. */
  function isWithin(atMs: number, lengthMs: number): boolean {
    const age = clock.now().getTime() - atMs;
    return age >= 0 && age < lengthMs;
  }

  async function refresh(coinType: CoinType, line: Line): Promise<void> {
    try {
      line.price = await ask(coinType);
      line.readAtMs = clock.now().getTime();
      line.failedAtMs = -Infinity;
    } catch (error) {
      if (line.failedAtMs === -Infinity) logger.warn({ coinType, error }, "the price feed does not answer");
      line.failedAtMs = clock.now().getTime();
    } finally {
      line.asking = null;
    }
  }

  return {
    peek,
    async read(coinType) {
      const line = findLine(coinType);
      if (!isWithin(line.readAtMs, FRESH_MS) && !isWithin(line.failedAtMs, PAUSE_MS)) {
        line.asking ??= refresh(coinType, line);
        await line.asking;
      }
      return peek(coinType);
    },
  };
}
