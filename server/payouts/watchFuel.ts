import { type Kysely, type RawBuilder, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import type { Chain, TreasuryFuel } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import { readStrayFuel } from "#server/ledger/strayFuel.ts";
import type { Schema } from "#server/db/schema.ts";
import { valueMicros } from "#server/prices/prices.ts";
import type { Job } from "#server/job.ts";

const INTERVAL_MS = 30_000;

/** What was read of a treasury's fuel last. */
const FUEL = "fuel";

interface KnownFuel {
  readonly fuelBase: bigint;
  readonly leastBase: bigint;
  readonly isLocked: boolean;
  /** For people, as `1.5 of at least 2 GRAM`. */
  readonly words: string;
}

/** Looks whether a treasury can still move its money, on a chain where another coin pays for that. */
export function watchFuel(coinType: CoinType): Job {
  return {
    name: `watchFuel:${coinType}`,
    intervalMs: INTERVAL_MS,
    async run(app) {
      const chain = app.chains[coinType]?.chain ?? null;
      if (chain === null) return;
      try {
        await noteFuel(app, chain);
      } catch (error) {
        // The pool has logged each endpoint that does not answer.
        if (!(error instanceof ChainUnavailable)) throw error;
      }
    },
  };
}

export async function noteFuel({ database, prices }: Pick<App, "database" | "prices">, chain: Chain): Promise<void> {
  const { coinType, fuelCoin, readFuel } = chain;
  if (fuelCoin === null || readFuel === null) return;
  const held = await readFuel();
  const fuel = { ...held, fuelBase: held.fuelBase - (await readStrayFuel(database.kysely, fuelCoin)) };
  const cost = valueMicros(fuelCoin, held.costBase, await prices.read(fuelCoin));
  const fee = valueMicros(coinType, held.feeBase, await prices.read(coinType));
  const isDear = cost !== null && fee !== null && cost > fee;
  const name = `${FUEL}:${coinType}`;
  await writeState(database.kysely, name, JSON.stringify({ ...write(fuel), isDear, words: describe(fuel, fuelCoin) }));
}

function write({ fuelBase, leastBase, isLocked }: TreasuryFuel) {
  return { fuelBase: String(fuelBase), leastBase: String(leastBase), isLocked };
}

function describe({ fuelBase, leastBase }: TreasuryFuel, fuelCoin: CoinType): string {
  const { baseDecimals, ticker } = COINS[fuelCoin];
  return `${formatAmount(fuelBase, baseDecimals)} of at least ${formatAmount(leastBase, baseDecimals)} ${ticker}`;
}

/** What a treasury had to move its money with when that was read last; null on a chain that needs none, or before that. */
export async function readKnownFuel(database: Kysely<Schema>, coinType: CoinType): Promise<KnownFuel | null> {
  const state = await readState(database, `${FUEL}:${coinType}`);
  if (state === null) return null;
  const { fuelBase, leastBase, isLocked, words } = JSON.parse(state) as ReturnType<typeof write> & { words: string };
  return { fuelBase: BigInt(fuelBase), leastBase: BigInt(leastBase), isLocked, words };
}

/** A table `known` of each coin's fuel, as it is kept: `coin`, `fuel`. */
export function selectFuel(): RawBuilder<unknown> {
  return sql`(
    select split_part(name, ':', 2) as coin, value::jsonb as fuel from job_state where name like ${`${FUEL}:%`}
  ) known`;
}
