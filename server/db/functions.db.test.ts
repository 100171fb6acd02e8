import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/database.ts";
import type { Database } from "./database.ts";

const files = globSync("server/db/functions/*.sql");
const nameOf = (file: string) => path.basename(file, ".sql");

describe("the functions of a migrated database", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const SELECT = `
    select p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() order by p.proname`;

  test("have a file each, and no name is used twice", async () => {
    const { rows } = await database.pool.query<{ name: string }>(SELECT);
    expect(rows.map(({ name }) => name)).toEqual(files.map(nameOf).toSorted());
  });

  test.each(files)("are as the file says: %s", async (file) => {
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      const before = await client.query(SELECT);
      await client.query(readFileSync(file, "utf8"));
      const after = await client.query(SELECT);
      // A file that says something else needs a migration that installs it.
      expect(before.rows).toEqual(after.rows);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
