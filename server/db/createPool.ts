import pg from "pg";
import type { Logger } from "#server/logger.ts";

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
