import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "./database.ts";
import { writeLifecycleEdges } from "./changeStatus.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const BASELINE = "baseline.sql";
const FUNCTIONS = "functions";
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number that no other lock in this database uses. */
const LOCK_KEY = 4_826_001;
/** For so long a file may keep waiting who asks for a table, while it waits for others itself. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";

interface Step {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Brings the database to this program's schema: `baseline.sql`, then `migrations/0001_name.sql` and so on in the order of
 * their names, each in a transaction, then `functions/*.sql` where one has changed. Processes that start together wait
 * for each other. Resolves with the names it applied.
 * @param folder holds these, for a test
 * @throws DatabaseUnavailable if an applied file was edited, or another version made the database
 */
export async function migrate(
  pool: Pool,
  { logger, folder = FOLDER }: { logger: Logger; folder?: string },
): Promise<string[]> {
  const steps = await readSteps(folder);
  const client = await pool.connect();
  try {
    // A change of a grown table does not end by the limit of ordinary statements; a function may name what comes later.
    await client.query("set statement_timeout = 0; set check_function_bodies = off");
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query("create table if not exists schema_migration (name text primary key, checksum text not null)");
    const pending = await findPending(client, steps);
    for (const step of pending) await apply(client, step, logger);
    await inTransaction(client, () => writeLifecycleEdges(client));
    return pending.map(({ name }) => name);
  } finally {
    // The session ends, and with it its lock and its settings.
    client.release(true);
  }
}

async function readSteps(folder: string): Promise<Step[]> {
  const baseline = await readFile(path.join(folder, BASELINE), "utf8");
  const functions = await readFolder(path.join(folder, "functions"));
  const migrations = await readFolder(path.join(folder, "migrations"));
  const misnamed = migrations.find(({ name }) => !FILE_NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed.name} is not named like 0001_name.sql`);
  const bodies = functions.map(({ sql }) => sql).join("\n");
  return [
    // Its triggers need the functions.
    { name: BASELINE, sql: `${bodies}\n${baseline}`, checksum: hash(baseline) },
    ...migrations,
    { name: FUNCTIONS, sql: bodies, checksum: hash(bodies) },
  ];
}

async function readFolder(folder: string): Promise<Step[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith(".sql"))
      .toSorted()
      .map(async (name) => {
        const sql = await readFile(path.join(folder, name), "utf8");
        return { name, sql, checksum: hash(sql) };
      }),
  );
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function findPending(client: PoolClient, steps: readonly Step[]): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const unknown = rows.find(({ name }) => steps.every((step) => step.name !== name));
  if (unknown !== undefined) {
    throw refuse(
      applied.has(BASELINE)
        ? `The database holds migration ${unknown.name}, which this version does not know. Start the newer version.`
        : "The database was made before this version's baseline and cannot be used: start on an empty database.",
    );
  }
  const edited = steps.find(
    ({ name, checksum }) => name !== FUNCTIONS && applied.has(name) && applied.get(name) !== checksum,
  );
  if (edited !== undefined) {
    throw refuse(
      `Migration ${edited.name} was changed after it was applied to this database. Restore the file, or start on an empty database.`,
    );
  }
  return steps.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

/** Gives way to whoever holds a table for long, and tries again. */
async function apply(client: PoolClient, { name, sql, checksum }: Step, logger: Logger): Promise<void> {
  for (;;) {
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
        await client.query(sql);
        await client.query(
          "insert into schema_migration values ($1, $2) on conflict (name) do update set checksum = excluded.checksum",
          [name, checksum],
        );
      });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) {
        const reason = error instanceof Error ? error.message : String(error);
        throw refuse(`Migration ${name} failed: ${reason}`, error);
      }
      logger.warn({ migration: name }, "migration waits for a table that is in use");
      await wait(RETRY_MS);
    }
  }
}

function refuse(message: string, cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable("migration", message, { cause });
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
