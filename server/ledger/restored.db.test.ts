import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { writeState } from "#server/db/jobState.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { clearRestored, isRestored, markRestored } from "./restored.ts";
import { isUncompared } from "./uncompared.ts";

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("a database of another origin waits for a comparison at the head that the chain had then", async () => {
  const { kysely } = database;
  expect([await isRestored(kysely, "eth"), await isRestored(kysely, "eth")]).toEqual([false, false]);
  await writeState(kysely, "databaseOrigin:eth", "00000001 7 5");
  expect([await isRestored(kysely, "eth"), await isRestored(kysely, "sol")]).toEqual([true, false]);

  await markRestored(kysely, "eth", 100n);
  expect([await isRestored(kysely, "eth"), await isUncompared(kysely, "eth")]).toEqual([false, true]);
  await clearRestored(kysely, "eth", 99n);
  await clearRestored(kysely, "sol", 200n);
  expect(await isUncompared(kysely, "eth")).toBe(true);
  await clearRestored(kysely, "eth", 100n);
  expect(await isUncompared(kysely, "eth")).toBe(false);
});
