import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { createPool } from "./createPool.ts";
import type { Database } from "./database.ts";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "./databaseUnavailable.ts";
import { startEmbeddedDatabase } from "./embedded/startEmbeddedDatabase.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";

/** A PostgreSQL server, or the folder of an embedded database. */
export type DatabaseLocation = { databaseUrl: string } | { dataDir: string };

const OLDEST_SERVER = 150_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** All work shares the embedded database's one connection, so a burst waits longer. */
const EMBEDDED_TURN_TIMEOUT_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const POOL_SIZE = 16;

export interface DatabaseOptions {
  logger: Logger;
  /** False for a reader that must not change the schema; by default it is migrated. */
  canMigrate?: boolean;
}

/**
 * Opens the database and migrates its schema.
 * @throws DatabaseUnavailable with a message for the operator.
 */
export async function openDatabase(location: DatabaseLocation, options: DatabaseOptions): Promise<Database> {
  const { logger, canMigrate = true } = options;
  if ("databaseUrl" in location) {
    return open(readServerConfig(location.databaseUrl), async () => {}, { logger, canMigrate, isEmbedded: false });
  }
  const embedded = await startEmbeddedDatabase(location.dataDir, logger);
  const { host, port, user, database } = embedded;
  const config: PoolConfig = {
    host,
    port,
    user,
    database,
    ssl: false,
    max: 1,
    connectionTimeoutMillis: EMBEDDED_TURN_TIMEOUT_MS,
  };
  return open({ config, name: location.dataDir }, () => embedded.close(), { logger, canMigrate, isEmbedded: true });
}

function readServerConfig(databaseUrl: string): { config: PoolConfig; name: string } {
  const config: PoolConfig = {
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
  return { config, name: describeServer(databaseUrl) };
}

/** Host and database of the URL, without user and password. */
function describeServer(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? "DATABASE_URL" : `${url.host}${url.pathname}`;
}

async function open(
  { config, name }: { config: PoolConfig; name: string },
  stop: () => Promise<void>,
  { logger, canMigrate, isEmbedded }: Required<DatabaseOptions> & { isEmbedded: boolean },
): Promise<Database> {
  let pool: Pool | undefined;
  let closing: Promise<void> | undefined;
  const end = async () => {
    await pool?.end();
    await stop();
  };
  const close = () => (closing ??= end());
  try {
    pool = createPool(config, logger);
    await checkServer(pool, name);
    const applied = canMigrate ? await migrate(pool) : [];
    if (applied.length > 0) logger.info({ applied }, "database schema brought up to date");
    return { pool, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), isEmbedded, close };
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
