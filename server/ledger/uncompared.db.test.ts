import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { clearUncompared, isUncompared, keepUncomparedSince, markUncompared } from "./uncompared.ts";

const SINCE = new Date("2026-11-20T12:00:00Z");
const LATER = new Date("2026-11-20T12:30:00Z");
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("a comparison ends the wait and answers whether payouts of the coin were stopped", async () => {
  const { kysely } = database;
  await keepUncomparedSince(kysely, "eth", SINCE);
  expect(await keepUncomparedSince(kysely, "eth", LATER)).toEqual(SINCE);
  expect(await clearUncompared(kysely, "eth")).toBe(false);
  expect(await keepUncomparedSince(kysely, "eth", LATER)).toEqual(LATER);

  await markUncompared(kysely, "eth", LATER);
  await markUncompared(kysely, "sol", LATER);
  expect(await clearUncompared(kysely, "eth")).toBe(true);
  expect([await isUncompared(kysely, "eth"), await isUncompared(kysely, "sol")]).toEqual([false, true]);
  expect(await keepUncomparedSince(kysely, "eth", SINCE)).toEqual(SINCE);
});
