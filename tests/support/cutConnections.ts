import { existsSync, readFileSync } from "node:fs";
import type { Database } from "#server/db/database.ts";

/** Ends every connection to a test's database. On the embedded database, that ends the database of this process. */
export async function cutConnections(database: Database): Promise<void> {
  if (!database.isEmbedded) {
    await database.pool
      .query(
        `select pg_terminate_backend(pid::integer) from pg_stat_activity
         where datname = current_database() order by pid = pg_backend_pid()`,
      )
      .catch(() => {});
    return;
  }
  for (const pid of listEmbeddedDatabases()) process.kill(pid, "SIGKILL");
}

/** Process ids of the embedded databases that this process has started. */
export function listEmbeddedDatabases(): number[] {
  return listChildren(process.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("embeddedDatabase"),
  );
}

export function listChildren(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number) : [];
}
