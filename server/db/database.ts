import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Schema } from "./schema.ts";

/** The one way to the data. int8 and numeric arrive as bigint, timestamptz as Date. */
export interface Database {
  /** For named statements and explicit transactions. */
  readonly pool: Pool;
  readonly kysely: Kysely<Schema>;
  /** True on the embedded database: it serves one connection, so never ask for a second one inside a transaction. */
  readonly isEmbedded: boolean;
  /** Ends every connection, and the embedded database with its lock. Safe to call twice. */
  close(): Promise<void>;
}
