import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Limit } from "./limit.ts";
import type { Scope } from "./scope.ts";

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
