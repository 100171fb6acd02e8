import { type Kysely, sql } from "kysely";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { DATABASE_LANES, doInLanes } from "#server/inLanes.ts";
import { pause } from "#server/pause.ts";
import { makeRoot } from "./drawRoots.ts";

/** So long before a round nobody can enter any draw of it: its windows end by then. */
const CLOSED_BEFORE_MS = 1_000;
const INTERVAL_MS = 500;

/**
 * Closes windows and publishes roots at their time. It waits for nobody, so that the root is there before the round. Where
 * it is late, the job that draws does the same.
 */
export const closeDraws: Job = {
  name: "closings",
  intervalMs: INTERVAL_MS,
  async run(app, signal) {
    const closed = await closeByNow(app);
    if (closed === null) return;
    const { rounds, at } = closed;
    const next = rounds.map((round) => findClosing(app, round)).find((time) => time > at);
    const waitMs = (next?.getTime() ?? Infinity) - app.clock.now().getTime();
    if (waitMs > INTERVAL_MS) return;
    await pause(Math.max(0, waitMs), signal);
    if (!signal.aborted) await closeDue(app, await readRounds(app), app.clock.now());
  },
};

/**
 * Closes and publishes what is due. Answers the rounds that draws wait for, the earliest first, and the time by which it was
 * due; null where no draw waits, or while the clock is off.
 */
export async function closeByNow(app: App): Promise<{ rounds: readonly number[]; at: Date } | null> {
  const rounds = await readRounds(app);
  if (rounds.length === 0) return null;
  const at = await app.clockGuard.readTrustedTime();
  if (at === null) return null;
  await closeDue(app, rounds, at);
  return { rounds, at };
}

async function readRounds({ database }: App): Promise<number[]> {
  const { rows } = await sql<{ round: bigint }>`
    select distinct round from draw_window where settled_at is null order by round`.execute(database.kysely);
  return rows.map(({ round }) => Number(round));
}

/** Closes what is over, and publishes what rounds decide whose draws are all closed. */
async function closeDue(app: App, rounds: readonly number[], at: Date): Promise<void> {
  const { kysely } = app.database;
  const due = await kysely
    .selectFrom("draw_window")
    .select("envelope_id")
    .distinct()
    .where("settled_at", "is", null)
    .where("closed_at", "is", null)
    .where("closes_at", "<=", at)
    .orderBy("envelope_id")
    .execute();
  await doInLanes(due, DATABASE_LANES, ({ envelope_id: envelopeId }) =>
    transact(kysely, (trx) => closeWindows(trx, { envelopeId, at, upTo: at })),
  );
  for (const round of rounds) if (findClosing(app, round) <= at) await makeRoot(app, round, app.clock.now());
}

/** From when on nobody enters a draw of a round. */
export function findClosing({ config }: App, round: number): Date {
  return new Date(timeOfRound(config.beacon.chain, round).getTime() - CLOSED_BEFORE_MS);
}

interface Closing {
  envelopeId: string;
  at: Date;
  /** Those that end by then; all where it is left out. */
  upTo?: Date;
}

/** Lets nobody enter windows of an envelope any more. Who enters holds the envelope: it happens before or after. */
export async function closeWindows(trx: Kysely<Schema>, { envelopeId, at, upTo }: Closing): Promise<void> {
  await trx.selectFrom("envelope").select("envelope_id").where("envelope_id", "=", envelopeId).forUpdate().execute();
  const open = trx.updateTable("draw_window").set({ closed_at: at }).where("envelope_id", "=", envelopeId);
  const due = upTo === undefined ? open : open.where("closes_at", "<=", upTo);
  await due.where("closed_at", "is", null).execute();
}
