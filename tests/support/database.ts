import { createHash, randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Database, Sharding } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createCitusDatabase } from "./citusDatabase.ts";
import { nameDatabase, withServer } from "./testServer.ts";
import { silentLogger } from "./silentLogger.ts";

/** A migrated, empty database that is not open, for tests that start their own server process. */
export interface TestDatabase {
  location: { databaseUrl: string; sharding?: Sharding };
  /** The settings that make a server use it. */
  environment: { DATABASE_URL: string; DATABASE_SHARDING?: Sharding };
  remove: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Opens a fresh migrated database; `close` removes it. */
export async function openTestDatabase(): Promise<Database> {
  const { location, remove } = await createTestDatabase();
  const database = await openDatabase(location, { logger: silentLogger });
  return {
    ...database,
    async close() {
      await database.close();
      await remove();
    },
  };
}

/** Changes with the schema. */
async function readTemplateKey(): Promise<string> {
  const hash = createHash("sha256");
  const files = globSync("server/db/{baseline,functions/*,migrations/*}.sql", { cwd: ROOT });
  for (const name of files.toSorted()) hash.update(await readFile(path.join(ROOT, name)));
  return hash.digest("hex").slice(0, 16);
}

/** On the server at TEST_DATABASE_URL, which the run's set-up provides. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  if (serverUrl === undefined) throw new Error("TEST_DATABASE_URL is missing");
  const name = `hongbao_test_${randomBytes(6).toString("hex")}`;
  await withServer(serverUrl, async (client) => {
    const template = await provideTemplateDatabase(client, serverUrl);
    await client.query(`create database ${name} template ${template}`);
  });
  const databaseUrl = nameDatabase(serverUrl, name);
  const workers = process.env["TEST_CITUS_WORKERS"] ?? "";
  if (workers !== "") return createCitusDatabase({ serverUrl, workerUrls: workers.split(","), name });
  return {
    location: { databaseUrl },
    environment: { DATABASE_URL: databaseUrl },
    remove: () =>
      withServer(serverUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function provideTemplateDatabase(client: pg.Client, serverUrl: string): Promise<string> {
  const name = `hongbao_template_${await readTemplateKey()}`;
  await client.query("select pg_advisory_lock(hashtext($1))", [name]);
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) {
      const unfinished = `hongbao_unfinished_${randomBytes(6).toString("hex")}`;
      await client.query(`create database ${unfinished}`);
      const database = await openDatabase(
        { databaseUrl: nameDatabase(serverUrl, unfinished) },
        { logger: silentLogger },
      );
      await database.close();
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1))", [name]);
  }
  return name;
}
