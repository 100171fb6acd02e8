import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "#server/db/openDatabase.ts";
import type { TestDatabase } from "./database.ts";
import { silentLogger } from "./silentLogger.ts";
import { nameDatabase, withServer } from "./testServer.ts";

interface Nodes {
  serverUrl: string;
  workerUrls: readonly string[];
  /** Of a migrated database on the server; the workers have none. */
  name: string;
}

/** Makes a database the coordinator's and distributes it. Citus is no part of the template, which it would keep busy. */
export async function createCitusDatabase({ serverUrl, workerUrls, name }: Nodes): Promise<TestDatabase> {
  const databaseUrl = nameDatabase(serverUrl, name);
  await withServer(databaseUrl, async (client) => {
    await client.query("create extension citus");
    await client.query("select citus_set_coordinator_host($1, 5432)", [hostOf(serverUrl)]);
    await client.query(`alter database ${name} set citus.shard_count = 4`);
  });
  for (const url of workerUrls) await addCitusWorker(databaseUrl, url);
  const location = { databaseUrl, sharding: "citus" as const };
  await (await openDatabase(location, { logger: silentLogger })).close();
  return {
    location,
    environment: { DATABASE_URL: databaseUrl, DATABASE_SHARDING: "citus" },
    async remove() {
      const urls = [serverUrl, ...workerUrls];
      // Citus connects again by itself, and PostgreSQL drops no database that is in use.
      for (const url of urls) await runOn(url, `alter database ${name} allow_connections false`);
      for (const url of urls) await runOn(url, `drop database ${name} with (force)`);
    },
  };
}

async function runOn(url: string, statement: string): Promise<void> {
  await withServer(url, (client) => client.query(statement));
}

/** Makes a server a worker of the coordinator's database. */
export async function addCitusWorker(databaseUrl: string, workerUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withServer(workerUrl, (client) => client.query(`create database ${name}`));
  await withServer(nameDatabase(workerUrl, name), (client) => client.query("create extension citus"));
  await withServer(databaseUrl, async (client) => {
    const add = () => client.query("select citus_add_node($1, 5432)", [hostOf(workerUrl)]);
    // A busy worker may refuse the coordinator's first connection.
    await add().catch(async () => {
      await wait(1000);
      await add();
    });
  });
}

/** The folder of the server's socket. */
export function hostOf(url: string): string {
  return new URL(url).searchParams.get("host") ?? new URL(url).hostname;
}
