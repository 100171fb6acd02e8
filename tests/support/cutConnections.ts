import type { Database } from "#server/db/database.ts";

/** Ends every connection to a test's database. */
export async function cutConnections(database: Database): Promise<void> {
  await database.pool
    .query(
      `select pg_terminate_backend(pid::integer) from pg_stat_activity
       where datname = current_database() order by pid = pg_backend_pid()`,
    )
    .catch(() => {});
}
