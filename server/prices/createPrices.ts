import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Clock } from "#server/clock.ts";
import type { Logger } from "#server/logger.ts";
import type { Prices } from "./prices.ts";

/** A price is refreshed after this time. */
const FRESH_MS = 60_000;
/** How long the last price is used while the feed fails. */
const USABLE_MS = 600_000;
/** A price that has not moved for this long is of a pair that nobody trades any more: it is unknown. */
const STILL_MS = 6 * 60 * 60_000;
/** And was told so often at least: nobody may have asked for hours. */
const STILL_ANSWERS = 20;
/** How long a failed feed is not asked. */
const PAUSE_MS = 5_000;

interface Line {
  price: string | null;
  readAtMs: number;
  /** Since when the feed has said the same. */
  movedAtMs: number;
  sameAnswers: number;
  isStill: boolean;
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
    COIN_TYPES.map((coinType) => [
      coinType,
      {
        price: null,
        readAtMs: -Infinity,
        movedAtMs: -Infinity,
        sameAnswers: 0,
        isStill: false,
        failedAtMs: -Infinity,
        asking: null,
      },
    ]),
  );

  function findLine(coinType: CoinType): Line {
    const line = lines.get(coinType);
    if (line === undefined) throw new Error(`no price line of ${coinType}`);
    return line;
  }

  function peek(coinType: CoinType): string | null {
    const { price, readAtMs, isStill } = findLine(coinType);
    return !isStill && isWithin(readAtMs, USABLE_MS) ? price : null;
  }

  /** A clock that was set back must not make prices look fresh. */
  function isWithin(atMs: number, lengthMs: number): boolean {
    const age = clock.now().getTime() - atMs;
    return age >= 0 && age < lengthMs;
  }

  async function refresh(coinType: CoinType, line: Line): Promise<void> {
    try {
      const price = await ask(coinType);
      const nowMs = clock.now().getTime();
      if (price !== line.price) Object.assign(line, { movedAtMs: nowMs, sameAnswers: 0 });
      line.sameAnswers += 1;
      const isStill = nowMs - line.movedAtMs >= STILL_MS && line.sameAnswers >= STILL_ANSWERS;
      if (isStill && !line.isStill)
        logger.warn({ coinType }, "the price has not moved for six hours: it counts as unknown");
      Object.assign(line, { price, isStill, readAtMs: nowMs });
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
