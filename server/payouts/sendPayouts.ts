import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { clearDispute, markDispute } from "#server/ledger/disputes.ts";
import type { Job } from "#server/job.ts";
import { isRestored, markRestored } from "#server/ledger/uncompared.ts";
import { repeat } from "#server/pause.ts";
import { PayoutSender } from "./payoutSender.ts";

const STEP_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * A payout that the restored books know as waiting may have left the treasury already, in any block that a host has by now.
 * Rejects with ChainUnavailable where nothing pays out yet, since no such block is certain.
 */
async function stopUntilCompared(app: App, chain: Chain): Promise<void> {
  const { database, logger, clockGuard } = app;
  const { coinType } = chain;
  const now = await clockGuard.readTrustedTime();
  if (now === null) throw new ChainUnavailable(coinType, new Error("the clock is off"));
  const head = await chain.readStrictestHead(now);
  if (head.beyond === null) await clearDispute(app, "Head", coinType);
  else await markDispute(app, "Head", coinType, String(head.beyond));
  if (head.kind === "unknown") throw new ChainUnavailable(coinType, new Error(head.reason));
  const { position } = head;
  await markRestored(database.kysely, coinType, BigInt(position));
  logger.warn({ coinType, position }, "the database was restored: payouts wait until books and chain are compared");
}

/** Pays out of one treasury, step by step. Waits while the chain is away or nothing can be signed. */
export function sendPayouts(coinType: CoinType): Job {
  const name = `sendPayouts:${coinType}`;
  return {
    name,
    intervalMs: STEP_MS,
    async run(app, signal) {
      const chain = app.chains[coinType]?.chain ?? null;
      if (chain === null || chain.payouts === null) return;
      const sender = new PayoutSender(app, chain, chain.payouts);
      await repeat(signal, {
        firstWaitMs: 2 * STEP_MS,
        longestWaitMs: LONGEST_WAIT_MS,
        async step() {
          if (await isRestored(app.database.kysely, coinType)) await stopUntilCompared(app, chain);
          await sender.step();
          return STEP_MS;
        },
        onFailure(error) {
          // The pool has logged each endpoint that does not answer.
          if (!(error instanceof ChainUnavailable)) app.logger.error({ job: name, error }, "paying out failed");
        },
      });
    },
  };
}
