import type { components } from "#contract/schema.d.ts";
import { toLanguage } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/person.ts";

/** The owners of orders, by user id. */
export async function readOwners(
  app: App,
  tgUserIds: readonly bigint[],
): Promise<Map<bigint, components["schemas"]["OrderOwner"]>> {
  const rows = await app.database.kysely
    .selectFrom("tg_user")
    .select(["tg_user_id", "first_name", "last_name", "username", "photo_url", "lang"])
    .where("tg_user_id", "in", tgUserIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.tg_user_id,
      { name: toPerson(row, toLanguage(row.lang)).name, username: row.username, tgUserId: Number(row.tg_user_id) },
    ]),
  );
}
