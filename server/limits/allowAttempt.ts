import type { App } from "#server/app.ts";
import { countAttempt } from "./countAttempt.ts";
import { readLock } from "./readLock.ts";
import { refuseLocked } from "./refuseLocked.ts";
import type { Scope } from "./scope.ts";

/** Counts an attempt. Throws tooManyTries if the scope has none left. */
export async function allowAttempt({ database, clock }: Pick<App, "database" | "clock">, scope: Scope): Promise<void> {
  const at = clock.now();
  if (await countAttempt(database, scope, at)) return;
  const until = await readLock(database, scope, at);
  if (until !== null) throw refuseLocked(until, at);
}
