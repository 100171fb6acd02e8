import { expect, it } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { countAttempt, readLock } from "./attempts.ts";

const database = await openDatabaseOfFile();

it("allows one of two parallel attempts, whichever is counted first", async () => {
  const limit = { name: "sideBySide", most: 1, windowS: 60, lock: null };
  const scope = { limit, name: "sideBySide:1" };
  const at = new Date("2026-11-20T12:00:00Z");
  const justBefore = new Date(at.getTime() - 5);
  expect(await countAttempt(database, scope, at)).toBe(true);
  expect(await countAttempt(database, scope, justBefore)).toBe(false);
  expect(await readLock(database, scope, justBefore)).not.toBeNull();
});
