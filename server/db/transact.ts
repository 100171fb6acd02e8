import type { Kysely } from "kysely";
import { retryConflict } from "./failures.ts";
import type { Schema } from "./schema.ts";

/** Changes the database in one transaction, and again from its start where that conflicts with another one. */
export function transact<T>(database: Kysely<Schema>, change: (trx: Kysely<Schema>) => Promise<T>): Promise<T> {
  return retryConflict(() => database.transaction().execute(change));
}
