import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Schema } from "./schema.ts";

/** The only access to the data. int8 and numeric are bigint, timestamptz is Date. */
export interface Database {
  /** For named statements and explicit transactions. */
  readonly pool: Pool;
  readonly kysely: Kysely<Schema>;
  /** True for the embedded database: it has one connection, so never request a second one inside a transaction. */
  readonly isEmbedded: boolean;
  /** Closes all connections, and the embedded database with its lock. May be called twice. */
  close(): Promise<void>;
}
