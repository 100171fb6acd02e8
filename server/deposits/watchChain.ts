import { sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { FAST_COINS } from "#domain/fastCoins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Job } from "#server/job.ts";
import { repeat } from "#server/pause.ts";
import { BookComparer } from "./bookComparer.ts";
import { ChainWatcher } from "./chainWatcher.ts";

const STEP_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
const USUAL_MS = 1_000;
const HURRIED_MS = 500;
/** Since a payment was reported that is not settled: somebody looks at it. */
const HURRY_MS = 120_000;

/**
 * Polls a chain about every second, twice as often while a payment on a fast one was just reported, and less often while
 * that fails; beside it compares the books with it, so that no deposit waits for that. Waits while the chain is unreachable.
 */
export function watchChain(coinType: CoinType): Job {
  const name = `watchChain:${coinType}`;
  return {
    name,
    intervalMs: STEP_MS,
    async run(app, signal) {
      const chain = findChain(app, coinType);
      if (chain === null) return;
      const books = new BookComparer(app, chain);
      const watcher = new ChainWatcher(app, chain, books);
      const keep = (step: () => Promise<number>, log: (error: unknown) => void) =>
        repeat(signal, {
          firstWaitMs: 2 * STEP_MS,
          longestWaitMs: LONGEST_WAIT_MS,
          step,
          onFailure(error) {
            // The pool has logged each endpoint that does not answer.
            if (!(error instanceof ChainUnavailable)) log(error);
          },
        });
      const poll = async () => {
        await watcher.poll();
        return readPollPace(app, coinType);
      };
      const compare = async () => {
        await books.step();
        return STEP_MS;
      };
      await Promise.all([
        keep(poll, (error) => app.logger.error({ job: name, error }, "polling the chain failed")),
        keep(compare, (error) => app.logger.error({ job: name, error }, "comparing the books with the chain failed")),
      ]);
    },
  };
}

function findChain({ chains }: App, coinType: CoinType): Chain | null {
  return chains[coinType]?.chain ?? null;
}

/** Time until a chain is read again. One reading serves all orders, so their number changes nothing. */
export async function readPollPace({ database, clock }: App, coinType: CoinType): Promise<number> {
  if (!FAST_COINS.has(coinType)) return USUAL_MS;
  const since = new Date(clock.now().getTime() - HURRY_MS);
  const { rows } = await sql`
    select from payment_report r join payment_order o on o.order_id = r.order_id
    where r.coin_type = ${coinType} and r.reported_at > ${since} and o.settled_at is null limit 1
  `.execute(database.kysely);
  return rows.length > 0 ? HURRIED_MS : USUAL_MS;
}
