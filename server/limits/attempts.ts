import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Database } from "#server/db/database.ts";
import { type Limit, LIMITS, ofIp, type Scope } from "./limits.ts";

/** Requests run in parallel: the lock that one sets may begin shortly after the time of another. */
const SIDE_BY_SIDE_S = 60;

function longestLockS({ lock, windowS }: Limit): number {
  return lock?.longestS ?? windowS;
}

/** A lock that ends later than this was set while a clock was ahead, and is ignored. */
export function latestLockS(limit: Limit): number {
  return longestLockS(limit) + SIDE_BY_SIDE_S;
}

/**
 * Counts an attempt, and returns whether the scope was open for it. The last attempt that the window allows locks the
 * scope; a growing lock starts over once its longest time has passed without an attempt.
 */
export async function countAttempt({ kysely }: Database, { limit, name }: Scope, at: Date): Promise<boolean> {
  const now = sql`${at}::timestamptz`;
  const longest = sql`make_interval(secs => ${longestLockS(limit)})`;
  const latest = sql`make_interval(secs => ${latestLockS(limit)})`;
  const lockSeconds =
    limit.lock === null
      ? sql`0`
      : sql`case when known.locked_until > ${now} - ${longest} and known.locked_until <= ${now} + ${latest}
          then least(known.lock_seconds * 2, ${limit.lock.longestS}::integer) else ${limit.lock.firstS}::integer end`;
  const window = sql`make_interval(secs => ${limit.windowS})`;
  const lockEnd =
    limit.lock === null
      ? sql`(select min(counted) from unnest(tried.recent) as counted) + ${window}`
      : sql`${now} + make_interval(secs => tried.lock_seconds)`;
  const firstLockS = limit.lock?.firstS ?? limit.windowS;
  // With a limit of one, the first attempt locks the scope.
  const firstLockEnd = limit.most === 1 ? sql`${now} + make_interval(secs => ${firstLockS})` : sql`null`;
  const { rows } = await sql`
    insert into attempt as known (scope, counted_at, locked_until) values (${name}, array[${now}], ${firstLockEnd})
    on conflict (scope) do update set (counted_at, locked_until, lock_seconds) = (
      select
        case when tried.is_last and ${limit.lock !== null}::boolean then '{}' else tried.recent end,
        case when tried.is_last then ${lockEnd} else known.locked_until end,
        case when tried.is_last then tried.lock_seconds else known.lock_seconds end
      from (
        select lately.recent, cardinality(lately.recent) >= ${limit.most}::integer as is_last,
          ${lockSeconds} as lock_seconds
        from (
          select array(
            select counted from unnest(known.counted_at) as counted
            where counted > ${now} - ${window} and counted <= ${now} + ${window}
          ) || excluded.counted_at as recent
        ) as lately
      ) as tried
    )
    where coalesce(known.locked_until <= ${now} or known.locked_until > ${now} + ${latest}, true)
    returning scope
  `.execute(kysely);
  return rows.length === 1;
}

/** Until when the scope is locked, or null if it is open. */
export async function readLock({ kysely }: Database, { limit, name }: Scope, at: Date): Promise<Date | null> {
  const row = await kysely
    .selectFrom("attempt")
    .select("locked_until")
    .where("scope", "=", name)
    .where("locked_until", ">", at)
    .where("locked_until", "<=", new Date(at.getTime() + latestLockS(limit) * 1000))
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/** The refusal of an attempt in a scope that is locked until the given time. */
export function refuseLocked(until: Date, at: Date): ApiError {
  const waitMs = until.getTime() - at.getTime();
  return new ApiError("tooManyTries", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Counts an attempt. Throws tooManyTries if the scope has none left. */
export async function allowAttempt({ database, clock }: Pick<App, "database" | "clock">, scope: Scope): Promise<void> {
  const at = clock.now();
  if (await countAttempt(database, scope, at)) return;
  const until = await readLock(database, scope, at);
  if (until !== null) throw refuseLocked(until, at);
}

/**
 * Takes back the attempt that was counted at that time and had no effect, and unlocks the scope if it had locked it.
 */
export async function releaseAttempt({ kysely }: Database, { name }: Scope, at: Date): Promise<void> {
  // Other attempts may have the same time, and stay.
  const then = sql`${at}::timestamptz`;
  await sql`
    update attempt set locked_until = null, counted_at =
      counted_at[:array_position(counted_at, ${then}) - 1] || counted_at[array_position(counted_at, ${then}) + 1:]
    where scope = ${name} and ${then} = any (counted_at)
  `.execute(kysely);
}

/** Deletes every attempt of the scope and unlocks it. */
export async function forgetAttempts({ kysely }: Pick<Database, "kysely">, { name }: Scope): Promise<void> {
  await kysely.deleteFrom("attempt").where("scope", "=", name).execute();
}

/**
 * Looks a payment or handoff code up. Rejects with paymentCodeInvalid for an unknown one, or with tooManyTries after
 * too many of them from one address.
 */
export async function findSecretCode<Found>(
  app: Pick<App, "database" | "clock">,
  ip: string,
  find: () => Promise<Found | "unknown">,
): Promise<Found> {
  const at = app.clock.now();
  const wrongTries = ofIp(LIMITS.wrongPaymentCodesOfIp, ip);
  const lockedUntil = await readLock(app.database, wrongTries, at);
  // This also refuses a right code: otherwise guessing would continue.
  if (lockedUntil !== null) throw refuseLocked(lockedUntil, at);
  const found = await find();
  if (found !== "unknown") return found;
  await countAttempt(app.database, wrongTries, at);
  throw new ApiError("paymentCodeInvalid");
}
