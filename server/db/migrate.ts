import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";
import type { Pool, PoolClient } from "pg";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { writeLifecycleEdges } from "./writeLifecycleEdges.ts";

const FOLDER = fileURLToPath(new URL("migrations/", import.meta.url));
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Any number that no other lock in this database uses. */
const LOCK_KEY = 4_826_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Migrates the database to this program's schema, each file in a transaction of its own, however long it takes: what
 * is done stays done where a later file fails. Processes that start together wait for each other. Resolves with the
 * names it applied.
 * @param folder contains files `0001_name.sql`, applied in the order of their names.
 * @throws DatabaseUnavailable if an applied file was edited, or the database is newer than this program.
 */
export async function migrate(pool: Pool, folder: string = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    // Neither a rewrite of a grown table nor the wait for another process ends by the limits of ordinary statements.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query("create table if not exists schema_migration (name text primary key, checksum text not null)");
    const applied = await applyPending(client, migrations);
    await inTransaction(client, () => writeLifecycleEdges(client));
    return applied;
  } finally {
    // The session ends, and with it its lock and its settings.
    client.release(true);
  }
}

async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed} is not named like 0001_name.sql`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function applyPending(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = known.get(row.name);
    if (migration === undefined) {
      throw new DatabaseUnavailable(
        "migration",
        `The database holds migration ${row.name}, which this version does not know. Start the newer version.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new DatabaseUnavailable(
        "migration",
        `Migration ${row.name} was changed after it was applied to this database. Restore the file, or start on an empty database.`,
      );
    }
  }
  const done = new Set(rows.map((row) => row.name));
  const pending = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of pending) {
    try {
      await inTransaction(client, async () => {
        await client.query(migration.sql);
        await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
          migration.name,
          migration.checksum,
        ]);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseUnavailable("migration", `Migration ${migration.name} failed: ${reason}`, { cause: error });
    }
  }
  return pending.map((migration) => migration.name);
}
