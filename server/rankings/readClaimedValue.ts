import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** What others have claimed from a person's envelopes so far, in millionths of a USDT. */
export async function readClaimedValue(database: Kysely<Schema>, tgUserId: bigint): Promise<bigint> {
  const row = await database
    .selectFrom("ranking_sum")
    .select("value_micros")
    .where("kind", "=", "user")
    .where("subject_id", "=", tgUserId)
    .where("period", "=", "all")
    .executeTakeFirst();
  return row?.value_micros ?? 0n;
}
