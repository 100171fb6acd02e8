import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import type { Database } from "#server/db/database.ts";
import { type Limit, LIMITS, ofIp, type Scope, CALLS_PER_STEP, ofUser } from "./limits.ts";

/** Requests run in parallel: the lock that one sets may begin shortly after the time of another. */
const SIDE_BY_SIDE_S = 60;

function longestLockS({ lock, windowS }: Limit): number {
  return lock?.longestS ?? windowS;
}

/** A lock that ends later than this was set while a clock was ahead, and is ignored. */
export function latestLockS(limit: Limit): number {
  return longestLockS(limit) + SIDE_BY_SIDE_S;
}

/** Counts an attempt, and returns whether the scope was open for it. */
export async function countAttempt({ kysely }: Database, { limit, name }: Scope, at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select count_attempt(${name}, ${at}::timestamptz, ${limit.most}, ${limit.windowS}, ${limit.lock?.firstS ?? null},
      ${longestLockS(limit)}, ${latestLockS(limit)}) as is_open
  `.execute(kysely);
  return rows[0]?.is_open === true;
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
  return new ApiError("tooManyTries", { retryAfterSeconds: countSecondsUntil(until, at) });
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
 * too many of them from one address. A right one is never refused: nobody guesses 192 bits, so a neighbour's wrong codes
 * say nothing about it.
 */
export async function findSecretCode<Found>(
  app: Pick<App, "database" | "clock">,
  ip: string,
  find: () => Promise<Found | "unknown">,
): Promise<Found> {
  const found = await find();
  if (found !== "unknown") return found;
  await allowAttempt(app, ofIp(LIMITS.wrongPaymentCodesOfIp, ip));
  throw new ApiError("paymentCodeInvalid");
}

/**
 * Counts every call of a person, and throws tooManyTries above the limit of all calls. A process counts in memory and
 * writes one row per `CALLS_PER_STEP` calls within a minute, so people at an ordinary pace cause no writes.
 */
export function createCallCounter(app: Pick<App, "database" | "clock">): (tgUserId: bigint) => Promise<void> {
  const windowMs = LIMITS.callStepsOfUser.windowS * 1000;
  const calls = new Map<bigint, number>();
  let windowNumber = 0;

  return async (tgUserId) => {
    const now = Math.floor(app.clock.now().getTime() / windowMs);
    if (now !== windowNumber) {
      windowNumber = now;
      calls.clear();
    }
    const count = (calls.get(tgUserId) ?? 0) + 1;
    calls.set(tgUserId, count % CALLS_PER_STEP);
    if (count < CALLS_PER_STEP) return;
    try {
      await allowAttempt(app, ofUser(LIMITS.callStepsOfUser, tgUserId));
    } catch (error) {
      // The next call checks again.
      calls.set(tgUserId, CALLS_PER_STEP - 1);
      throw error;
    }
  };
}
