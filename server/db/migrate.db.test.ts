import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createPool } from "./openDatabase.ts";
import { migrate } from "./migrate.ts";

const BASELINE = "create table fruit (name text primary key, eaten integer not null default 0);";

const database = await openDatabaseOfFile();
let folder: string;

beforeEach(async () => {
  await database.pool.query("drop table if exists fruit");
  await database.pool.query("delete from schema_migration");
  folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-schema-"));
  for (const name of ["functions", "migrations"]) mkdirSync(path.join(folder, name));
  write("baseline.sql", BASELINE);
  return () => rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
const run = () => migrate(database.pool, { folder, logger: silentLogger });

test("applies the baseline, then the migrations in the order of their names, each once", async () => {
  write("migrations/0002_second.sql", "insert into fruit (name, colour) values ('plum', 'blue');");
  write("migrations/0001_first.sql", "alter table fruit add column colour text;");
  expect(await run()).toEqual(["baseline.sql", "0001_first.sql", "0002_second.sql", "functions"]);
  expect(await run()).toEqual([]);
  write("migrations/0003_third.sql", "delete from fruit;");
  expect(await run()).toEqual(["0003_third.sql"]);
});

test("installs the functions before the tables that use them, and again once one has changed", async () => {
  const count = (value: number) =>
    `create or replace function count_fruit() returns bigint language sql as 'select ${value}::bigint from fruit limit 1';`;
  write("functions/count_fruit.sql", count(1));
  write("baseline.sql", `${BASELINE} insert into fruit values ('plum');`);
  await run();
  write("functions/count_fruit.sql", count(2));
  expect(await run()).toEqual(["functions"]);
  expect((await database.pool.query("select count_fruit() as n")).rows).toEqual([{ n: 2n }]);
});

test("makes processes that start together wait for each other", async () => {
  const results = await Promise.all([1, 2, 3, 4].map(run));
  expect(results.flat()).toEqual(["baseline.sql", "functions"]);
});

test("applies a file whole or not at all, and keeps those before it", async () => {
  write("migrations/0001_first.sql", "insert into fruit values ('plum'); alter table fruit add column");
  await expect(run()).rejects.toMatchObject({
    reason: "migration",
    message: expect.stringContaining("0001_first.sql failed: syntax error") as string,
  });
  const { rows } = await database.pool.query(
    "select (select count(*) from fruit) as fruits, (select count(*) from schema_migration) as applied",
  );
  expect(rows).toEqual([{ fruits: 0n, applied: 1n }]);
});

test("is not ended by the time limit of statements, neither at work nor while another process works", async () => {
  const pool = createPool({ ...database.pool.options, statement_timeout: 200 }, silentLogger);
  try {
    write("migrations/0001_first.sql", "select pg_sleep(0.6);");
    const results = await Promise.all([
      migrate(pool, { folder, logger: silentLogger }),
      migrate(pool, { folder, logger: silentLogger }),
    ]);
    expect(results.flat()).toEqual(["baseline.sql", "0001_first.sql", "functions"]);
    await expect(pool.query("select pg_sleep(0.6)")).rejects.toThrow("statement timeout");
  } finally {
    await pool.end();
  }
});

test("refuses a file that changed after it was applied", async () => {
  await run();
  write("baseline.sql", `${BASELINE} -- with a word more`);
  await expect(run()).rejects.toThrow("baseline.sql was changed after it was applied");
});

test("refuses a database that is newer than the program", async () => {
  write("migrations/0001_first.sql", "select 1;");
  await run();
  rmSync(path.join(folder, "migrations/0001_first.sql"));
  await expect(run()).rejects.toThrow("holds migration 0001_first.sql, which this version does not know");
});

test("says in one sentence that a database from before the baseline cannot be used", async () => {
  await database.pool.query("insert into schema_migration values ('0001_initial.sql', 'x')");
  await expect(run()).rejects.toThrow(
    /^The database was made before this version's baseline and cannot be used: start on an empty database\.$/u,
  );
});

test("refuses a file whose name has no order", async () => {
  write("migrations/first.sql", "select 1;");
  await expect(run()).rejects.toThrow("first.sql is not named like 0001_name.sql");
});

test("lets an older process work on while a migration waits for its table, and after it", async () => {
  await run();
  write("migrations/0001_first.sql", "alter table fruit add column colour text not null default 'red';");
  const older = await database.pool.connect();
  const eat = "insert into fruit values ($1) on conflict (name) do update set eaten = fruit.eaten + 1 returning eaten";
  try {
    await older.query("begin");
    await older.query({ name: "eat", text: eat, values: ["plum"] });
    const warned = Promise.withResolvers<void>();
    const migrating = migrate(database.pool, { folder, logger: { ...silentLogger, warn: () => warned.resolve() } });
    await warned.promise;
    await database.pool.query("set statement_timeout = 5000; insert into fruit values ('pear')");
    await older.query("commit");
    expect(await migrating).toEqual(["0001_first.sql"]);
    const { rows } = await older.query({ name: "eat", text: eat, values: ["plum"] });
    expect(rows).toEqual([{ eaten: 1 }]);
  } finally {
    older.release();
  }
});
