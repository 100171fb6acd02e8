import { type Kysely, sql } from "kysely";
import { timeOfRound } from "#domain/draw/beacon.ts";
import { fromHex } from "#domain/fromHex.ts";
import type { App } from "#server/app.ts";
import { askBeacon } from "#server/beacon/beacon.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { retryConflict } from "#server/db/failures.ts";
import { isDue, workOnDue } from "#server/outbox/failedWork.ts";
import { settleAndCredit } from "#server/db/citus/draws.ts";
import { PACE } from "#server/outbox/queues.ts";

const BATCH = 50;
/** After so long without a round or any later one, what waits for it ends undrawn. */
const SILENCE_MS = 86_400_000;

/**
 * Closes windows whose time is over, asks the beacon for the rounds that decide them, and settles them. Nothing is asked for
 * before everybody who takes part in it is known, and nothing is drawn anew.
 */
export const drawJob: Job = {
  name: "draws",
  intervalMs: 500,
  async run(app, signal) {
    const rounds = await readRounds(app);
    if (rounds.length === 0) return;
    const at = await app.clockGuard.readTrustedTime();
    if (at === null) return;
    await closeDue(app, at);
    for (const round of rounds) {
      if (signal.aborted || timeOfRound(app.config.beacon.chain, round) > at) return;
      const signature = await findSignature(app, round);
      const isSilent = signature === null && (await hasBeenSilent(app, round, at));
      if (signature !== null || isSilent) await settleAll(app, round, signature);
    }
  },
};

/** Those that draws wait for, the earliest first. */
async function readRounds({ database }: App): Promise<number[]> {
  const { rows } = await sql<{ round: bigint }>`
    select distinct round from draw_window where settled_at is null order by round`.execute(database.kysely);
  return rows.map(({ round }) => Number(round));
}

async function closeDue({ database }: App, at: Date): Promise<void> {
  const due = await database.kysely
    .selectFrom("draw_window")
    .select("envelope_id")
    .distinct()
    .where("settled_at", "is", null)
    .where("closed_at", "is", null)
    .where("closes_at", "<=", at)
    .execute();
  for (const { envelope_id: envelopeId } of due) {
    await retryConflict(() =>
      database.kysely.transaction().execute((trx) => closeWindows(trx, { envelopeId, at, upTo: at })),
    );
  }
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

/** The stored signature of a round, or the beacon's, which is stored. */
async function findSignature(app: App, round: number): Promise<Uint8Array | null> {
  const { kysely } = app.database;
  const known = kysely.selectFrom("beacon_round").select("signature").where("round", "=", BigInt(round));
  const stored = await known.executeTakeFirst();
  if (stored !== undefined) return stored.signature;
  const told = await askBeacon(app.config.beacon, round);
  if (told !== null) return storeRound(app, told.round, told.signature);
  const newest = await askBeacon(app.config.beacon, "latest");
  if (newest !== null) await storeRound(app, newest.round, newest.signature);
  return null;
}

async function storeRound({ database, clock }: App, round: number, signature: string): Promise<Uint8Array> {
  const bytes = fromHex(signature);
  await database.kysely
    .insertInto("beacon_round")
    .values({ round: BigInt(round), signature: Buffer.from(bytes), verified_at: clock.now() })
    .onConflict((conflict) => conflict.column("round").doNothing())
    .execute();
  return bytes;
}

/** Whether for a day after its time no relay had this round or any later one. */
async function hasBeenSilent({ database, config }: App, round: number, at: Date): Promise<boolean> {
  if (at.getTime() < timeOfRound(config.beacon.chain, round).getTime() + SILENCE_MS) return false;
  const later = database.kysely.selectFrom("beacon_round").select("round").where("round", ">=", BigInt(round));
  return (await later.limit(1).executeTakeFirst()) === undefined;
}

/** An envelope's earlier windows go first, whose round may come later. */
async function settleAll(app: App, round: number, signature: Uint8Array | null): Promise<void> {
  const due = sql<{ envelope_id: string }>`
    select d.envelope_id from draw_window d
    where d.round = ${round} and d.settled_at is null and d.closed_at is not null
      and not exists (
        select from draw_window o
        where o.envelope_id = d.envelope_id and o.round < d.round and o.settled_at is null
      )
      and ${isDue(app, "draws", sql.ref("d.envelope_id"))}
    order by d.envelope_id limit ${BATCH}`;
  for (;;) {
    const { rows } = await due.execute(app.database.kysely);
    if (rows.length === 0) return;
    for (const { envelope_id: envelopeId } of rows) {
      await workOnDue(app, "draws", envelopeId, async () => {
        await settleAndCredit(app.database, { envelopeId, round, signature, at: app.clock.now(), pace: PACE });
      });
    }
  }
}
