import type { App } from "#server/app.ts";
import { readState, writeState } from "#server/db/jobState.ts";
import { retryConflict } from "#server/db/failures.ts";
import type { Job } from "#server/job.ts";
import { queueNews } from "./queueNotification.ts";

const HOUR_MS = 60 * 60 * 1000;
const BATCH = 200;
/** Up to which end senders have been told: a time and an id, since several end at one moment. */
const TOLD_UNTIL = "remindedUntil";

/** Tells senders once that their envelope has one hour left and shares unclaimed, in the order of the ends. */
export const remindSenders: Job = {
  name: "remindSenders",
  intervalMs: 10_000,
  async run(app, signal) {
    while (!signal.aborted && (await remind(app)));
  },
};

/** Returns whether there may be more. */
async function remind(app: App): Promise<boolean> {
  const { kysely } = app.database;
  const now = app.clock.now();
  const [until = "", after = ""] = (await readState(kysely, TOLD_UNTIL))?.split(" ") ?? [];
  // One that began with less than an hour is not reminded of.
  const since = until === "" ? now : new Date(until);
  const ending = await kysely
    .selectFrom("envelope")
    .select(["envelope_id", "sender_id", "count", "claimed_count", "expires_at"])
    .where("status", "=", "open")
    .where("expires_at", "<=", new Date(now.getTime() + HOUR_MS))
    .where("expires_at", ">", now)
    .where((where) =>
      where.or([
        where("expires_at", ">", since),
        where.and([where("expires_at", "=", since), where("envelope_id", ">", after)]),
      ]),
    )
    .orderBy("expires_at")
    .orderBy("envelope_id")
    .limit(BATCH)
    .execute();
  const last = ending.at(-1);
  // A clock that is ahead would remind too early, and then never.
  if (last?.expires_at == null || (await app.clockGuard.readTrustedTime()) === null) return false;
  for (const envelope of ending) {
    const { envelope_id: envelopeId, count } = envelope;
    const params = { envelopeId, left: String(count - envelope.claimed_count), count: String(count) };
    await retryConflict(() =>
      queueNews(kysely, app, { about: envelopeId, tgUserId: envelope.sender_id, kind: "hourLeft", params }),
    );
  }
  await writeState(kysely, TOLD_UNTIL, `${last.expires_at.toISOString()} ${last.envelope_id}`);
  return ending.length === BATCH;
}
