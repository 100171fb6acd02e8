import type { App } from "#server/app.ts";

/** The proven email of a person, or null. */
export async function readEmail({ database }: App, tgUserId: bigint): Promise<string | null> {
  const { email } = await database.kysely
    .selectFrom("tg_user")
    .select("email")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return email;
}
