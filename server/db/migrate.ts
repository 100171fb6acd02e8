import type { Pool, PoolClient } from "pg";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { readMigrations, type Migration } from "./readMigrations.ts";
import { retryConflict } from "./retryConflict.ts";
import { writeLifecycleEdges } from "./writeLifecycleEdges.ts";

/** Any number that no other lock in this database uses. */
const LOCK_KEY = 4_826_001;
const POLL_MS = 200;

/** For so long a change of a table may keep waiting who asks for the table, while it waits for others itself. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";

/** Progress of batches is told at most so often. */
const REPORT_MS = 5_000;

interface MigrateOptions {
  logger: Logger;
  /** Contains files `0001_name.sql`, applied in the order of their names. */
  folder?: string;
}

/**
 * Migrates the database to this program's schema, one file after the other, however long it takes: what is done stays
 * done where a later file fails. Processes that start together wait for each other. Resolves with the names it applied.
 * @throws DatabaseUnavailable if an applied file was edited, or the database is newer than this program.
 */
export async function migrate(pool: Pool, { logger, folder }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    // A rewrite of a grown table does not end by the limit of ordinary statements.
    await client.query("set statement_timeout = 0");
    await lock(client);
    await client.query("create table if not exists schema_migration (name text primary key, checksum text not null)");
    const pending = await findPending(client, migrations);
    for (const migration of pending) await apply(client, migration, logger);
    await inTransaction(client, () => writeLifecycleEdges(client));
    return pending.map(({ name }) => name);
  } finally {
    // The session ends, and with it its lock and its settings.
    client.release(true);
  }
}

/** Asks again and again: a statement that waits is a transaction, for whose end `create index concurrently` would wait. */
async function lock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [LOCK_KEY]);
    if (rows[0]?.isMine === true) return;
    await wait(POLL_MS);
  }
}

async function findPending(client: PoolClient, migrations: readonly Migration[]): Promise<Migration[]> {
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
  return migrations.filter((migration) => !done.has(migration.name));
}

async function apply(client: PoolClient, migration: Migration, logger: Logger): Promise<void> {
  try {
    if (migration.kind === "whole") await applyWhole(client, migration, logger);
    else if (migration.kind === "batches") await applyBatches(client, migration, logger);
    else await buildIndex(client, migration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailable("migration", `Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/** Gives way to whoever holds a table for long, and tries again. */
async function applyWhole(client: PoolClient, migration: Migration, logger: Logger): Promise<void> {
  for (;;) {
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
        await client.query(migration.sql);
        await note(client, migration);
      });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      logger.warn({ migration: migration.name }, "migration waits for a table that is in use");
      await wait(RETRY_MS);
    }
  }
}

async function applyBatches(client: PoolClient, migration: Migration, logger: Logger): Promise<void> {
  let rowCount = 0;
  let toldAt = performance.now();
  for (;;) {
    // Others may wait in a circle with a batch that takes no locks in their order first.
    const batch = await retryConflict(() => client.query(migration.sql));
    if (batch.rowCount === null) throw new Error("batches are one statement that changes rows");
    if (batch.rowCount === 0) break;
    rowCount += batch.rowCount;
    if (performance.now() - toldAt > REPORT_MS) {
      logger.info({ migration: migration.name, rowCount }, "migration goes on");
      toldAt = performance.now();
    }
  }
  await note(client, migration);
}

/** Drops first what a build that was cut off has left behind: an invalid index, which is kept up and never used. */
async function buildIndex(client: PoolClient, migration: Migration): Promise<void> {
  const name = /create (?:unique )?index concurrently (\w+) on/.exec(migration.sql)?.[1];
  if (name === undefined) throw new Error("it is no single create index concurrently <name> on <table>");
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${name}`);
  if (rows[0]?.isValid !== true) await client.query(migration.sql);
  await note(client, migration);
}

async function note(client: PoolClient, { name, checksum }: Migration): Promise<void> {
  await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
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
