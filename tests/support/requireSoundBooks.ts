import type { Database } from "#server/db/database.ts";
import { findBreaches } from "./findBreaches.ts";

/** For what ends with an audit: throws where an invariant is broken. */
export async function requireSoundBooks(database: Database): Promise<void> {
  const breaches = await findBreaches(database);
  if (breaches.length > 0) throw new Error(`the books are broken: ${breaches.join("; ")}`);
}
