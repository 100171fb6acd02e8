import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tracing } from "#server/telemetry/tracing.ts";
import type { Schema } from "./schema.ts";

/** The only access to the data. int8 and numeric are bigint, timestamptz is Date. */
export interface Database {
  /** For named statements and explicit transactions. */
  readonly pool: Pool;
  readonly kysely: Kysely<Schema>;
  /** Whether the claim path lies on the workers of Citus, which `citus/` alone asks. */
  readonly isSharded: boolean;
  /** null where statements are not traced. */
  readonly tracing: Tracing | null;
  /** Closes all connections. May be called twice. */
  close(): Promise<void>;
}
