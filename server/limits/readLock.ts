import type { Database } from "#server/db/database.ts";
import { latestLockS } from "./countAttempt.ts";
import type { Scope } from "./scope.ts";

/** Until when the scope is locked, or null if it is open. */
export async function readLock({ kysely }: Database, { limit, name }: Scope, at: Date): Promise<Date | null> {
  const row = await kysely
    .selectFrom("attempt")
    .select("locked_until")
    .where("scope", "=", name)
    .where("locked_until", ">", at)
    .where("locked_until", "<=", new Date(at.getTime() + latestLockS(limit) * 1000))
    .executeTakeFirst();
  return row?.locked_until ?? null;
}
