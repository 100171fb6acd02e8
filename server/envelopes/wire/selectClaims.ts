import type { InferResult, Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Selects claims with what determines their luck and what is shown of the claimer. */
export function selectClaims(database: Kysely<Schema>) {
  return database
    .selectFrom("claim")
    .innerJoin("envelope", "envelope.envelope_id", "claim.envelope_id")
    .innerJoin("tg_user as claimer", "claimer.tg_user_id", "claim.tg_user_id")
    .selectAll("claim")
    .select(["envelope.type", "envelope.status", "envelope.count", "envelope.best_base"])
    .select(["claimer.first_name", "claimer.last_name", "claimer.photo_url"]);
}

export type ClaimRow = InferResult<ReturnType<typeof selectClaims>>[number];
