import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { FIXED_PRICES, PRICE_DECIMALS } from "#domain/price.ts";
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
/** A price that is more than so many times the last one, or less than that part of it, is unknown until it is told again. */
const MOST_TIMES = 3n;
/** When the second reading comes, at the earliest. */
const DOUBTED_MS = 60_000;
/** How long a failed feed is not asked. */
const PAUSE_MS = 5_000;

interface Line {
  price: string | null;
  readAtMs: number;
  /** Since when the feed has said the same. */
  movedAtMs: number;
  sameAnswers: number;
  isStill: boolean;
  /** The newest answer, where it is too far from the price: nothing is known until another one is near one of both. */
  doubted: { price: string; readAtMs: number } | null;
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
        doubted: null,
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
    const fixed = FIXED_PRICES[coinType];
    if (fixed !== undefined) return fixed;
    const { price, readAtMs, isStill, doubted } = findLine(coinType);
    return !isStill && doubted === null && isWithin(readAtMs, USABLE_MS) ? price : null;
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
      line.failedAtMs = -Infinity;
      const isBelieved = [line.price, line.doubted?.price ?? null].some(
        (known) => known !== null && isNear(price, known),
      );
      if (line.price !== null && !isBelieved) {
        if (line.doubted === null)
          logger.warn({ coinType }, "the price has jumped: it is unknown until it is told again");
        line.doubted = { price, readAtMs: nowMs };
        return;
      }
      line.doubted = null;
      if (price !== line.price) Object.assign(line, { movedAtMs: nowMs, sameAnswers: 0 });
      line.sameAnswers += 1;
      const isStill = nowMs - line.movedAtMs >= STILL_MS && line.sameAnswers >= STILL_ANSWERS;
      if (isStill && !line.isStill)
        logger.warn({ coinType }, "the price has not moved for six hours: it counts as unknown");
      Object.assign(line, { price, isStill, readAtMs: nowMs });
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
      if (FIXED_PRICES[coinType] !== undefined) return peek(coinType);
      const line = findLine(coinType);
      const isDoubted = line.doubted !== null && isWithin(line.doubted.readAtMs, DOUBTED_MS);
      const isFresh = line.doubted === null && isWithin(line.readAtMs, FRESH_MS);
      if (!isFresh && !isDoubted && !isWithin(line.failedAtMs, PAUSE_MS)) {
        line.asking ??= refresh(coinType, line);
        await line.asking;
      }
      return peek(coinType);
    },
  };
}

function isNear(price: string, other: string): boolean {
  const [one, two] = [parseDecimal(price, PRICE_DECIMALS), parseDecimal(other, PRICE_DECIMALS)];
  return one <= MOST_TIMES * two && two <= MOST_TIMES * one;
}
