import pg from "pg";
import type { Logger } from "#server/logger.ts";

const INT8 = 20;
const NUMERIC = 1700;

/** Amounts are whole base units in numeric(78,0), so a numeric with a fraction is a mistake and throws. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (format !== "binary" && (oid === INT8 || oid === NUMERIC)) return BigInt;
  return pg.types.getTypeParser(oid, format);
}

/** A pool whose idle connections may break without ending the process. */
export function createPool(config: pg.PoolConfig, logger: Logger): pg.Pool {
  const pool = new pg.Pool({ application_name: "hongbao", ...config, types: { getTypeParser } });
  const report = (error: Error) => logger.warn({ error }, "database connection lost");
  pool.on("error", report);
  // The pool listens to idle clients only; a connection that breaks between two statements of a transaction needs a listener too.
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}
