import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { distribute, isDistributed } from "./citus/distribute.ts";
import { type Database, DatabaseUnavailable, type Sharding } from "./database.ts";
import type { Logger } from "#server/logger.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { traceStatements } from "./traceStatements.ts";
import pg from "pg";
import { isOnThisMachine } from "#server/settingReader.ts";

/** A PostgreSQL server, and whether it is told to spread its tables over workers. */
interface DatabaseLocation {
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

interface DatabaseOptions {
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

const INT8 = 20;
const NUMERIC = 1700;

/** Amounts are whole base units in numeric(78,0), so a fraction is a bug and throws. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (format !== "binary" && (oid === INT8 || oid === NUMERIC)) return BigInt;
  return pg.types.getTypeParser(oid, format);
}

/** Creates a pool that survives broken idle connections. */
export function createPool(config: pg.PoolConfig, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ application_name: "hongbao", ...config, types: { getTypeParser } });
  const report = (error: Error) => logger.warn({ error }, "database connection lost");
  pool.on("error", report);
  // The pool only listens to idle clients; a connection that breaks inside a transaction needs its own listener.
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}

/**
 * Whether others on the way can read or change what goes to the database: it is elsewhere, and the connection is without
 * TLS or takes any certificate. The driver reads the URL, so this holds for each way to say it.
 */
export function isLineOpen(databaseUrl: string): boolean {
  const { host, ssl } = new pg.Client(databaseUrl) as { host: string; ssl: unknown };
  const isSocket = host.startsWith("/");
  if (isSocket || isOnThisMachine(host) || host === "::1") return false;
  const isEncrypted = ssl === true || (typeof ssl === "object" && ssl !== null);
  const takesAny = typeof ssl === "object" && ssl !== null && "rejectUnauthorized" in ssl && !ssl.rejectUnauthorized;
  return !isEncrypted || takesAny;
}
