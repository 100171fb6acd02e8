import type { App } from "#server/app.ts";
import { listChains } from "#server/chains/chains.ts";
import { finishDepartures } from "#server/accounts/renameRows.ts";
import { createId } from "#server/random.ts";
import { creditProven } from "#server/deposits/creditUnmatched.ts";
import { watchStrays } from "#server/deposits/strays.ts";
import { watchChain } from "#server/deposits/watchChain.ts";
import { closeDraws } from "#server/envelopes/draw/closeDraws.ts";
import { drawJob } from "#server/envelopes/draw/drawJob.ts";
import { tellLateDraws } from "#server/envelopes/draw/tellLateDraws.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { totalsJob } from "#server/rankings/sumEnded.ts";
import type { Database } from "#server/db/database.ts";
import type { Job } from "#server/job.ts";
import { answerPeople } from "#server/messenger/answers.ts";
import { endInlineMessages } from "#server/messenger/inlineMessages.ts";
import { sendNotifications } from "#server/messenger/notifications.ts";
import { remindSenders } from "#server/messenger/remindSenders.ts";
import { pollBot, takeWebhook } from "#server/bot/botJobs.ts";
import { writeToGroups } from "#server/messenger/writeToGroups.ts";
import { ALARM_CHANNELS, sendAlarms } from "#server/operator/alarms/sendAlarms.ts";
import { watchForAlarms } from "#server/operator/alarms/watchForAlarms.ts";
import { expireOrdersJob } from "#server/deposits/expireOrders.ts";
import { repeat } from "#server/pause.ts";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { sendPayouts } from "#server/payouts/sendPayouts.ts";
import { watchFuel } from "#server/payouts/watchFuel.ts";
import { makeStatements } from "#server/solvency/statements.ts";
import { traceWork } from "#server/telemetry/tracing.ts";
import { cleanUp } from "./cleanUp.ts";

/** Every job of a server. */
export function listJobs({ config, chains }: App): readonly Job[] {
  const bot = config.webhookSecret === null ? pollBot : takeWebhook;
  const jobs: readonly Job[] = [
    closeDraws,
    drawJob,
    tellLateDraws,
    refundJob,
    ...listChains(chains).map(({ facts }) => watchChain(facts.coinType)),
    ...listChains(chains).map(({ facts }) => sendPayouts(facts.coinType)),
    ...listChains(chains).flatMap(({ facts }) => (facts.fuelCoin === null ? [] : watchFuel(facts.coinType))),
    ...listChains(chains).map(({ facts }) => payAutomatically(facts.coinType)),
    expireOrdersJob,
    creditProven,
    watchStrays,
    finishDepartures,
    bot,
    answerPeople,
    writeToGroups,
    endInlineMessages,
    sendNotifications,
    remindSenders,
    totalsJob,
    makeStatements,
    cleanUp,
    watchForAlarms(() => jobs),
    ...ALARM_CHANNELS.map(sendAlarms),
  ];
  return jobs;
}

/** Other processes take over a dead process's jobs after this time. */
const LEASE_TTL_MS = 15_000;
const RENEW_MS = 5000;

export interface RunningJobs {
  /** Ends every run and releases the leases. */
  stop(): Promise<void>;
}

/** Runs each job in this process while no other process has its lease. */
export function startJobs(app: App, jobs: readonly Job[] = listJobs(app)): RunningJobs {
  const holder = createId(app.random);
  const stopping = new AbortController();
  for (const { name } of jobs) app.telemetry.metrics.showJob(name);
  const running = jobs.map((job) => keepRunning(app, job, holder, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function keepRunning(app: App, job: Job, holder: string, stopping: AbortSignal): Promise<void> {
  const name = `job:${job.name}`;
  /** The lease is not renewed before this monotonic time; the wall clock may be set back. */
  let heldUntilMs = -Infinity;
  await repeat(stopping, {
    firstWaitMs: job.intervalMs,
    longestWaitMs: job.intervalMs,
    async step() {
      const askedMs = performance.now();
      const lease = { name, holder, at: app.clock.now(), ttlMs: LEASE_TTL_MS };
      if (askedMs >= heldUntilMs && (await takeLease(app.database, lease))) heldUntilMs = askedMs + RENEW_MS;
      if (askedMs < heldUntilMs && !(await runLeased(app, job, { name, holder, stopping }))) heldUntilMs = -Infinity;
      return job.intervalMs;
    },
    onFailure(error) {
      heldUntilMs = -Infinity;
      app.logger.error({ job: job.name, error }, "a job failed");
    },
  });
  await releaseLease(app.database, name, holder).catch((error: unknown) =>
    app.logger.warn({ job: job.name, error }, "releasing a job's lease failed"),
  );
}

interface Held {
  name: string;
  holder: string;
  stopping: AbortSignal;
}

/**
 * Renews the lease while the job runs. Aborts the run if the lease is lost, or if it could not be renewed for its whole
 * life: another process may have it then. Returns whether it was kept.
 */
async function runLeased(app: App, job: Job, { name, holder, stopping }: Held): Promise<boolean> {
  const lost = new AbortController();
  let renewedMs = performance.now();
  async function renew(): Promise<void> {
    const askedMs = performance.now();
    if (askedMs - renewedMs >= LEASE_TTL_MS) lost.abort();
    try {
      const lease = { name, holder, at: app.clock.now(), ttlMs: LEASE_TTL_MS };
      if (await takeLease(app.database, lease)) renewedMs = Math.max(renewedMs, askedMs);
      else lost.abort();
    } catch (error) {
      app.logger.warn({ job: job.name, error }, "renewing a job's lease failed");
    }
  }
  const renewing = setInterval(() => void renew(), RENEW_MS);
  try {
    await runOnce(app, job, AbortSignal.any([stopping, lost.signal]));
    return !lost.signal.aborted;
  } finally {
    clearInterval(renewing);
  }
}

/** Counts the run and traces it. One that fails because it was told to stop is no failure. */
async function runOnce(app: App, job: Job, signal: AbortSignal): Promise<void> {
  const { metrics, tracing } = app.telemetry;
  let hasFailed = true;
  try {
    await traceWork(tracing, { name: `job ${job.name}`, kind: "internal" }, async () => job.run(app, signal));
    hasFailed = false;
  } finally {
    metrics.countJobRun(job.name, hasFailed && !signal.aborted);
  }
}

interface Lease {
  name: string;
  /** Identifies this process. */
  holder: string;
  at: Date;
  ttlMs: number;
}

/**
 * Takes or renews a lease; false while another holder has it. A lease that ends far in the future was taken while a
 * clock was ahead, and counts as free; one extra life is tolerated, since the clocks of two processes differ slightly.
 */
export async function takeLease({ kysely }: Database, { name, holder, at, ttlMs }: Lease): Promise<boolean> {
  const expiresAt = new Date(at.getTime() + ttlMs);
  const latestEnd = new Date(at.getTime() + 2 * ttlMs);
  const taken = await kysely
    .insertInto("lease")
    .values({ name, holder, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, expires_at: expiresAt })
        .where((where) =>
          where.or([
            where("lease.holder", "=", holder),
            where("lease.expires_at", "<=", at),
            where("lease.expires_at", ">", latestEnd),
          ]),
        ),
    )
    .returning("name")
    .execute();
  return taken.length === 1;
}

/** Releases a lease, so that another process need not wait for its end. */
export async function releaseLease({ kysely }: Database, name: string, holder: string): Promise<void> {
  await kysely.deleteFrom("lease").where("name", "=", name).where("holder", "=", holder).execute();
}
