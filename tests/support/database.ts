import { createHash, randomBytes } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Database } from "#server/db/database.ts";
import { openDatabase, type DatabaseLocation } from "#server/db/openDatabase.ts";
import { silentLogger } from "./silentLogger.ts";

/** A migrated, empty database that is not open, for tests that start their own server process. */
export interface TestDatabase {
  location: DatabaseLocation;
  /** The settings that make a server use it. */
  environment: { DATABASE_URL: string } | { DATA_DIR: string };
  remove: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DAY_MS = 86_400_000;

/** TEST_DATABASE=embedded (default) or postgres; the same tests run on both. */
export const testDatabaseKind = readKind(process.env["TEST_DATABASE"] ?? "embedded");

function readKind(value: string): "embedded" | "postgres" {
  if (value !== "embedded" && value !== "postgres")
    throw new Error(`TEST_DATABASE is embedded or postgres, not ${value}`);
  return value;
}

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

export function createTestDatabase(): Promise<TestDatabase> {
  return testDatabaseKind === "embedded" ? createEmbedded() : createOnServer();
}

async function createEmbedded(): Promise<TestDatabase> {
  const template = await provideTemplateFolder();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-test-"));
  // The asynchronous copy of a thousand small files takes five times as long.
  cpSync(template, dataDir, { recursive: true });
  return {
    location: { dataDir },
    environment: { DATA_DIR: dataDir },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The folder that each embedded test database is a copy of, made once per schema. */
async function provideTemplateFolder(): Promise<string> {
  const parent = path.join(ROOT, ".cache", "test-database");
  const folder = path.join(parent, await readTemplateKey());
  if (await stat(folder).catch(() => null)) return folder;
  await mkdir(parent, { recursive: true });
  await removeOldTemplates(parent);
  const unfinished = await mkdtemp(path.join(parent, "unfinished-"));
  const database = await openDatabase({ dataDir: unfinished }, { logger: silentLogger });
  await database.close();
  try {
    await rename(unfinished, folder);
  } catch {
    // Another test process was faster.
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function removeOldTemplates(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    // Gone when another test process gives its folder the final name at this moment.
    const mtimeMs = (await stat(folder).catch(() => null))?.mtimeMs ?? Infinity;
    if (mtimeMs < Date.now() - DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Changes with the schema and with the engine. */
async function readTemplateKey(): Promise<string> {
  const hash = createHash("sha256").update(
    await readFile(path.join(ROOT, "node_modules/@electric-sql/pglite/package.json")),
  );
  const migrations = path.join(ROOT, "server/db/migrations");
  for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(path.join(migrations, name)));
  return hash.digest("hex").slice(0, 16);
}

async function createOnServer(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  if (serverUrl === undefined) {
    throw new Error(
      "TEST_DATABASE=postgres needs TEST_DATABASE_URL, a server where this user may create databases; npm test starts one by itself.",
    );
  }
  const name = `hongbao_test_${randomBytes(6).toString("hex")}`;
  await withServer(serverUrl, async (client) => {
    const template = await provideTemplateDatabase(client, serverUrl);
    await client.query(`create database ${name} template ${template}`);
  });
  const databaseUrl = nameDatabase(serverUrl, name);
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

async function withServer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function nameDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
