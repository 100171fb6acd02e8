import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** Whether an operator has frozen any of these scopes. */
export async function isFrozen(database: Kysely<Schema>, scopes: readonly string[]): Promise<boolean> {
  const found = await database
    .selectFrom("frozen_scope")
    .select("scope")
    .where("scope", "in", scopes)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
