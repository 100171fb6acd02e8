import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** A value that jobs keep by its name, or null. */
export async function readState(database: Kysely<Schema>, name: string): Promise<string | null> {
  const row = await database.selectFrom("job_state").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeState(database: Kysely<Schema>, name: string, value: string): Promise<void> {
  await database
    .insertInto("job_state")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Writes it unless it is there. Answers whether it is new. */
export async function addState(database: Kysely<Schema>, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await database
    .insertInto("job_state")
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (added ?? 0n) > 0n;
}

export async function clearState(database: Kysely<Schema>, name: string): Promise<void> {
  await clearStates(database, [name]);
}

/** Answers the names of those that were there. */
export async function clearStates(database: Kysely<Schema>, names: readonly string[]): Promise<string[]> {
  const cleared = await database.deleteFrom("job_state").where("name", "in", names).returning("name").execute();
  return cleared.map(({ name }) => name);
}
