import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { createPool } from "./createPool.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query("drop table if exists fruit");
  await database.pool.query("delete from schema_migration");
  folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-migrations-"));
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => database.close());

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);

test("applies the files in the order of their names, each once", async () => {
  write("0002_second.sql", "alter table fruit add column colour text; insert into fruit values ('plum', 'blue');");
  write("0001_first.sql", "create table fruit (name text primary key);");
  expect(await migrate(database.pool, folder)).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect(await migrate(database.pool, folder)).toEqual([]);
  write("0003_third.sql", "delete from fruit;");
  expect(await migrate(database.pool, folder)).toEqual(["0003_third.sql"]);
});

test("makes processes that start together wait for each other", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, folder)));
  expect(results.flat()).toEqual(["0001_first.sql"]);
});

test("applies a file whole or not at all, and keeps those before it", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  write("0002_second.sql", "insert into fruit values ('plum'); alter table fruit add column");
  await expect(migrate(database.pool, folder)).rejects.toMatchObject({
    reason: "migration",
    message: expect.stringContaining("0002_second.sql failed: syntax error") as string,
  });
  const { rows } = await database.pool.query(
    "select (select count(*) from fruit) as fruits, (select count(*) from schema_migration) as applied",
  );
  expect(rows).toEqual([{ fruits: 0n, applied: 1n }]);
});

test("is not ended by the time limit of statements, neither at work nor while another process works", async () => {
  const pool = createPool({ ...database.pool.options, statement_timeout: 200 }, silentLogger);
  try {
    write("0001_first.sql", "create table fruit (name text primary key); select pg_sleep(0.6);");
    const results = await Promise.all([migrate(pool, folder), migrate(pool, folder)]);
    expect(results.flat()).toEqual(["0001_first.sql"]);
    await expect(pool.query("select pg_sleep(0.6)")).rejects.toThrow("statement timeout");
  } finally {
    await pool.end();
  }
});

test("refuses a file that changed after it was applied", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  await migrate(database.pool, folder);
  write("0001_first.sql", "create table fruit (title text primary key);");
  await expect(migrate(database.pool, folder)).rejects.toThrow("0001_first.sql was changed after it was applied");
});

test("refuses a database that is newer than the program", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  write("0002_second.sql", "select 1;");
  await migrate(database.pool, folder);
  rmSync(path.join(folder, "0002_second.sql"));
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    "holds migration 0002_second.sql, which this version does not know",
  );
});

test("refuses a file whose name has no order", async () => {
  write("first.sql", "select 1;");
  await expect(migrate(database.pool, folder)).rejects.toThrow("first.sql is not named like 0001_name.sql");
});
