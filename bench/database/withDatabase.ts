import pg from "pg";
import { createTestDatabase } from "#tests/support/database.ts";

/** Creates a migrated database in the cluster, and removes it afterwards. */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const { location, remove } = await createTestDatabase();
  if (!("databaseUrl" in location)) throw new Error("these figures are PostgreSQL's");
  try {
    return await work(location.databaseUrl);
  } finally {
    await remove();
  }
}

/** Runs work with one connection and returns its result. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
