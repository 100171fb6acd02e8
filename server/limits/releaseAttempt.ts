import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { Scope } from "./scope.ts";

/** Takes back an attempt that was counted then and came to nothing, and opens the scope that it may have shut. */
export async function releaseAttempt({ kysely }: Database, { name }: Scope, at: Date): Promise<void> {
  // Others may have been counted at the same moment, and stay.
  const then = sql`${at}::timestamptz`;
  await sql`
    update attempt set locked_until = null, counted_at =
      counted_at[:array_position(counted_at, ${then}) - 1] || counted_at[array_position(counted_at, ${then}) + 1:]
    where scope = ${name} and ${then} = any (counted_at)
  `.execute(kysely);
}
