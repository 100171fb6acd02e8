import type { Database } from "#server/db/database.ts";
import type { Scope } from "./scope.ts";

/** Deletes every attempt of the scope and unlocks it. */
export async function forgetAttempts({ kysely }: Pick<Database, "kysely">, { name }: Scope): Promise<void> {
  await kysely.deleteFrom("attempt").where("scope", "=", name).execute();
}
