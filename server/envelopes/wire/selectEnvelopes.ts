import type { InferResult, Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Selects envelopes with what is shown of their sender. */
export function selectEnvelopes(database: Kysely<Schema>) {
  return database
    .selectFrom("envelope")
    .innerJoin("tg_user as sender", "sender.tg_user_id", "envelope.sender_id")
    .selectAll("envelope")
    .select(["sender.first_name", "sender.last_name", "sender.photo_url"]);
}

export type EnvelopeRow = InferResult<ReturnType<typeof selectEnvelopes>>[number];
