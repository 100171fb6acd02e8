import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/**
 * Serialises writes of ranking sums, which many envelopes share. Must be taken before any row; held until the
 * transaction ends.
 */
export async function lockRankings(trx: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rankings', 0))`.execute(trx);
}
