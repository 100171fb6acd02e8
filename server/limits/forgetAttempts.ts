import type { Database } from "#server/db/database.ts";
import type { Scope } from "./scope.ts";

/** Forgets every attempt of the scope and opens it. */
export async function forgetAttempts({ kysely }: Pick<Database, "kysely">, { name }: Scope): Promise<void> {
  await kysely.deleteFrom("attempt").where("scope", "=", name).execute();
}
