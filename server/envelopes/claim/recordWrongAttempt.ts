import type { Database } from "#server/db/database.ts";
import { countAttempt } from "#server/limits/attempts.ts";
import type { AttemptScopes } from "./attemptScopes.ts";

/** Counts a wrong passphrase for the address and for the person. */
export async function recordWrongAttempt(database: Database, scopes: AttemptScopes, at: Date): Promise<void> {
  for (const scope of [scopes.ip, scopes.user]) await countAttempt(database, scope, at);
}
