import { sql } from "kysely";
import { timeOfRound } from "#domain/draw/beacon.ts";
import { fromHex } from "#domain/hex.ts";
import type { App } from "#server/app.ts";
import { askBeacon, reachesMost } from "#server/beacon/beacon.ts";
import { DATABASE_LANES, doInLanes } from "#server/inLanes.ts";
import type { Job } from "#server/job.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { pause } from "#server/pause.ts";
import { isDue, workOnDue } from "#server/outbox/failedWork.ts";
import { settleAndCredit } from "#server/db/citus/draws.ts";
import { PACE } from "#server/outbox/queues.ts";
import { closeByNow } from "./closeDraws.ts";

const BATCH = 50;
/** Draws end undrawn once most relays answer and none of them has had their round, or a later one, for so long. */
const SILENCE_MS = 86_400_000;
/** For so long, few relays that answer are taken for a cut line of our own, not for silence. */
const UNREACHED_MS = 7 * SILENCE_MS;
/** A round that is late is asked for again after this part of how late it is, and once a minute at least. */
const WAIT_PART = 0.25;
const LONGEST_WAIT_MS = 60_000;
/** So long relays are waited for: one that hangs delays neither the next question nor other rounds. */
const PATIENCE_MS = 1_000;

/**
 * Asks the beacon for the rounds that decide draws, and settles them. Nothing is asked for before everybody who takes part
 * is known and what is decided is published, and nothing is drawn anew.
 */
export const drawJob: Job = {
  name: "draws",
  intervalMs: 500,
  async run(app, signal) {
    const closed = await closeByNow(app);
    if (closed === null) return;
    const { rounds, at } = closed;
    let isMissing = false;
    for (const round of rounds) {
      if (signal.aborted || timeOfRound(app.config.beacon.chain, round) > at) return;
      // Where it has one not yet, it has none that is later.
      const result: Answer =
        (await readStored(app, round)) ?? (isMissing ? "missing" : await ask(app, { round, at }, signal));
      isMissing ||= result === "missing";
      if (result === "silent") await settleAll(app, round, null);
      else if (typeof result !== "string") await settleAll(app, round, result);
    }
  },
};

async function readStored({ database }: App, round: number): Promise<Uint8Array | null> {
  const stored = database.kysely.selectFrom("beacon_round").select("signature").where("round", "=", BigInt(round));
  return (await stored.executeTakeFirst())?.signature ?? null;
}

/** When this process asked for a round last. */
const findAsked = keepPerBot(() => new Map<number, Date>());

/**
 * A round's signature. `later`: it is not asked for now, or a newer one came before it. `missing`: the beacon has not spoken
 * it yet. `silent`: it has spoken neither it nor any later one for a day.
 */
type Answer = Uint8Array | "later" | "missing" | "silent";

interface Asked {
  round: number;
  at: Date;
}

/** What the beacon says of a round, as far as relays say it soon: a slow one is not waited for, and what it tells is stored. */
async function ask(app: App, { round, at }: Asked, signal: AbortSignal): Promise<Answer> {
  const spokenAt = timeOfRound(app.config.beacon.chain, round);
  const endsAt = new Date(spokenAt.getTime() + SILENCE_MS);
  const isLast = at >= endsAt;
  const asked = findAsked(app);
  const lastAt = asked.get(round);
  // At the end of its day it is asked for at once.
  const isEnd = isLast && lastAt !== undefined && lastAt < endsAt;
  if (at < findNextTry(lastAt, spokenAt) && !isEnd) return "later";
  asked.set(round, at);
  const answer = askRelays(app, round, isLast);
  // Only who has heard all of them can say that the beacon is silent.
  if (isLast) return answer;
  answer.catch((error: unknown) => app.logger.warn({ error }, "a round of the beacon could not be stored"));
  return Promise.race([answer, pause(PATIENCE_MS, signal).then((): Answer => "missing")]);
}

async function askRelays(app: App, round: number, isLast: boolean): Promise<Answer> {
  const { beacon } = app.config;
  const told = await askBeacon(beacon, round);
  const newest = told ?? (await askBeacon(beacon, "latest", round));
  if (newest !== null) await storeRound(app, newest.round, newest.signature);
  if (told !== null) {
    findAsked(app).delete(round);
    return fromHex(told.signature);
  }
  if (newest !== null && newest.round >= round) return "later";
  return isLast && !(await isAnyLater(app, round)) && (await isSilent(app, round)) ? "silent" : "missing";
}

/** A server that was cut off for a day knows nothing of the beacon. */
async function isSilent({ config: { beacon }, clock }: App, round: number): Promise<boolean> {
  const isUnreached = clock.now().getTime() >= timeOfRound(beacon.chain, round).getTime() + UNREACHED_MS;
  return isUnreached || reachesMost(beacon);
}

function findNextTry(lastAt: Date | undefined, spokenAt: Date): Date {
  if (lastAt === undefined) return spokenAt;
  const lateMs = lastAt.getTime() - spokenAt.getTime();
  return new Date(lastAt.getTime() + Math.min(LONGEST_WAIT_MS, lateMs * WAIT_PART));
}

async function storeRound({ database, clock }: App, round: number, signature: string): Promise<void> {
  await database.kysely
    .insertInto("beacon_round")
    .values({ round: BigInt(round), signature: Buffer.from(fromHex(signature)), verified_at: clock.now() })
    .onConflict((conflict) => conflict.column("round").doNothing())
    .execute();
}

async function isAnyLater({ database }: App, round: number): Promise<boolean> {
  const later = database.kysely.selectFrom("beacon_round").select("round").where("round", ">=", BigInt(round));
  return (await later.limit(1).executeTakeFirst()) !== undefined;
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
    await doInLanes(rows, DATABASE_LANES, ({ envelope_id: envelopeId }) =>
      workOnDue(app, "draws", envelopeId, async () => {
        await settleAndCredit(app.database, { envelopeId, round, signature, at: app.clock.now(), pace: PACE });
      }),
    );
  }
}
