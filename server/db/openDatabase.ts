import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { createPool } from "./createPool.ts";
import { distribute, isDistributed } from "./citus/distribute.ts";
import type { Database } from "./database.ts";
import type { Logger } from "#server/logger.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { findRunningDatabase, startEmbeddedDatabase } from "./embedded/startEmbeddedDatabase.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import type { Sharding } from "./sharding.ts";
import { traceStatements } from "./traceStatements.ts";

/** A PostgreSQL server, which `sharding` tells to spread its tables over workers, or the folder of the embedded one. */
export type DatabaseLocation = { databaseUrl: string; sharding?: Sharding } | { dataDir: string };

const OLDEST_SERVER = 150_000;
const POOL: PoolConfig = {
  max: 16,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
};

export interface DatabaseOptions {
  logger: Logger;
  /**
   * True for a tool beside a server: it does not change the schema, and joins the embedded database that a server runs.
   */
  isTool?: boolean;
  tracing?: Tracing | null;
}

/**
 * Opens the database and migrates its schema.
 * @throws DatabaseUnavailable with a message for the operator.
 */
export async function openDatabase(location: DatabaseLocation, options: DatabaseOptions): Promise<Database> {
  if ("databaseUrl" in location) {
    const { databaseUrl, sharding = "none" } = location;
    const server = { config: { connectionString: databaseUrl }, name: describeServer(databaseUrl), sharding };
    return open({ ...server, close: async () => {} }, options);
  }
  const { dataDir } = location;
  const running = options.isTool === true ? findRunningDatabase(dataDir) : null;
  const embedded =
    running === null
      ? await startEmbeddedDatabase(dataDir, options.logger)
      : { config: running, close: async () => {} };
  return open({ ...embedded, name: dataDir, sharding: "none" }, options);
}

/** Host and database of the URL, without user and password. */
function describeServer(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? "DATABASE_URL" : `${url.host}${url.pathname}`;
}

interface Server {
  config: PoolConfig;
  /** For people. */
  name: string;
  sharding: Sharding;
  close(): Promise<void>;
}

async function open(server: Server, { logger, isTool = false, tracing = null }: DatabaseOptions): Promise<Database> {
  let pool: Pool | undefined;
  let closing: Promise<void> | undefined;
  const end = async () => {
    await pool?.end();
    await server.close();
  };
  const close = () => (closing ??= end());
  try {
    pool = createPool({ ...POOL, ...server.config }, logger);
    if (tracing !== null) traceStatements(pool, tracing);
    await checkServer(pool, server.name);
    const applied = isTool ? [] : await migrate(pool, { logger });
    if (applied.length > 0) logger.info({ applied }, "database schema brought up to date");
    if (server.sharding === "citus" && !isTool) await distribute(pool, logger);
    const isSharded = await isDistributed(pool);
    return { pool, isSharded, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), tracing, close };
  } catch (error) {
    await close();
    throw error;
  }
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
