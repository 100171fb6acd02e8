import { expect, it } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import {
  clearRestored,
  clearUncompared,
  isRestored,
  isUncompared,
  keepUncomparedSince,
  markRestored,
  markUncompared,
} from "./uncompared.ts";
import { writeState } from "#server/db/jobState.ts";

const SINCE = new Date("2026-11-20T12:00:00Z");
const LATER = new Date("2026-11-20T12:30:00Z");
const database = await openDatabaseOfFile();

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
