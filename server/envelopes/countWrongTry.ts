import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { TryScopes } from "./tryScopes.ts";

const WINDOW_S = 60;
const FIRST_LOCK_S = 60;
const LONGEST_LOCK_S = 900;

/**
 * Counts a wrong passphrase. The last one that a scope may make within a minute shuts it for 60 s, and for twice as
 * long each further time up to 15 min; after 15 min without a lock it begins at 60 s again.
 */
export async function countWrongTry(database: Database, scopes: TryScopes, at: Date): Promise<void> {
  for (const { name, most } of [scopes.ip, scopes.user]) {
    await sql`
      insert into passphrase_attempt as known (scope, wrong_at) values (${name}, array[${at}::timestamptz])
      on conflict (scope) do update set (wrong_at, locked_until, lock_seconds) = (
        select
          case when tried.is_last then '{}' else tried.recent end,
          case when tried.is_last then ${at}::timestamptz + make_interval(secs => tried.lock_seconds) else known.locked_until end,
          case when tried.is_last then tried.lock_seconds else known.lock_seconds end
        from (
          select lately.recent, cardinality(lately.recent) >= ${most}::integer as is_last,
            case
              when known.locked_until > ${at}::timestamptz - make_interval(secs => ${LONGEST_LOCK_S})
                then least(known.lock_seconds * 2, ${LONGEST_LOCK_S})
              else ${FIRST_LOCK_S}
            end as lock_seconds
          from (
            select array(
              select wrong from unnest(known.wrong_at) as wrong
              where wrong > ${at}::timestamptz - make_interval(secs => ${WINDOW_S})
            ) || excluded.wrong_at as recent
          ) as lately
        ) as tried
      )
      where known.locked_until is null or known.locked_until <= ${at}::timestamptz
    `.execute(database.kysely);
  }
}
