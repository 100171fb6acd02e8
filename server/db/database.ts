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

type DatabaseUnavailableReason = "unreachable" | "unsupported" | "migration" | "sharding";

/** The database cannot be used. `message` tells the operator what to do and contains no secret. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly reason: DatabaseUnavailableReason;

  constructor(reason: DatabaseUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Where the tables lie: all on one PostgreSQL, or those of the claim path on the workers of Citus. */
export const SHARDINGS = ["none", "citus"] as const;

export type Sharding = (typeof SHARDINGS)[number];
