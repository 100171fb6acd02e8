import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import { countAttempt, readLock } from "./attempts.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("allows one of two parallel attempts, whichever is counted first", async () => {
  const limit = { name: "sideBySide", most: 1, windowS: 60, lock: null };
  const scope = { limit, name: "sideBySide:1" };
  const at = new Date("2026-11-20T12:00:00Z");
  const justBefore = new Date(at.getTime() - 5);
  expect(await countAttempt(database, scope, at)).toBe(true);
  expect(await countAttempt(database, scope, justBefore)).toBe(false);
  expect(await readLock(database, scope, justBefore)).not.toBeNull();
});
