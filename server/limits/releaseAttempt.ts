import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Scope } from "./scope.ts";

/**
 * Takes back the attempt that was counted at that time and had no effect, and unlocks the scope if it had locked it.
 */
export async function releaseAttempt({ kysely }: Database, { name }: Scope, at: Date): Promise<void> {
  // Other attempts may have the same time, and stay.
  const then = sql`${at}::timestamptz`;
  await sql`
    update attempt set locked_until = null, counted_at =
      counted_at[:array_position(counted_at, ${then}) - 1] || counted_at[array_position(counted_at, ${then}) + 1:]
    where scope = ${name} and ${then} = any (counted_at)
  `.execute(kysely);
}
