import type { Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import type { Schema } from "#server/db/schema.ts";

export type Look = components["schemas"]["CoverAndMessage"];

/** The cover and the text of a person's envelopes if a send names none. */
export async function readLook(database: Kysely<Schema>, tgUserId: bigint): Promise<Look> {
  const row = await database
    .selectFrom("tg_user")
    .select(["cover_id", "message_id"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return { coverId: toCoverId(row.cover_id), messageId: toMessageId(row.message_id) };
}
