import { afterAll } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "./database.ts";
import { createTestApp, type TestApp } from "./testApp.ts";

/** An empty database for the tests of a file, removed after the last of them. Opened at the top of the file. */
export async function openDatabaseOfFile(): Promise<Database> {
  const database = await openTestDatabase();
  afterAll(() => database.close());
  return database;
}

/** The same with an app on it. */
export async function openAppOfFile(
  seed: string,
  settings: Record<string, string> = {},
): Promise<{ app: TestApp; database: Database }> {
  const database = await openDatabaseOfFile();
  return { app: createTestApp(database, seed, settings), database };
}
