import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { createPool } from "./createPool.ts";
import { distribute, isDistributed } from "./citus/distribute.ts";
import type { Database } from "./database.ts";
import type { Logger } from "#server/logger.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import type { Sharding } from "./sharding.ts";
import { traceStatements } from "./traceStatements.ts";

/** A PostgreSQL server, and whether it is told to spread its tables over workers. */
export interface DatabaseLocation {
  databaseUrl: string;
  sharding?: Sharding;
}

const OLDEST_SERVER = 150_000;
const POOL: PoolConfig = {
  max: 16,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
};

export interface DatabaseOptions {
  logger: Logger;
  /** True for a tool beside a server: it does not change the schema. */
  isTool?: boolean;
  tracing?: Tracing | null;
}

/**
 * Opens the database and migrates its schema.
 * @throws DatabaseUnavailable with a message for the operator.
 */
export async function openDatabase(
  { databaseUrl, sharding = "none" }: DatabaseLocation,
  { logger, isTool = false, tracing = null }: DatabaseOptions,
): Promise<Database> {
  const pool = createPool({ ...POOL, connectionString: databaseUrl }, logger);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= pool.end());
  try {
    if (tracing !== null) traceStatements(pool, tracing);
    await checkServer(pool, describeServer(databaseUrl));
    const applied = isTool ? [] : await migrate(pool, { logger });
    if (applied.length > 0) logger.info({ applied }, "database schema brought up to date");
    if (sharding === "citus" && !isTool) await distribute(pool, logger, applied.length > 0);
    const isSharded = await isDistributed(pool);
    return { pool, isSharded, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), tracing, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Host and database of the URL, without user and password. */
function describeServer(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? "DATABASE_URL" : `${url.host}${url.pathname}`;
}

async function checkServer(pool: Pool, name: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::integer as version",
    );
    version = rows[0]?.version ?? 0;
  } catch (error) {
    const reason =
      error instanceof Error && error.message !== "" ? error.message : String((error as { code?: unknown }).code);
    throw new DatabaseUnavailable(
      "unreachable",
      `The database ${name} cannot be reached: ${reason}. Check DATABASE_URL and that the server runs.`,
      {
        cause: error,
      },
    );
  }
  if (version < OLDEST_SERVER) {
    throw new DatabaseUnavailable("unsupported", `The database ${name} is older than PostgreSQL 15.`);
  }
}
