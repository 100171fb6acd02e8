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
  expect(await migrate(database.pool, { folder, logger: silentLogger })).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect(await migrate(database.pool, { folder, logger: silentLogger })).toEqual([]);
  write("0003_third.sql", "delete from fruit;");
  expect(await migrate(database.pool, { folder, logger: silentLogger })).toEqual(["0003_third.sql"]);
});

test("makes processes that start together wait for each other", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, { folder, logger: silentLogger })));
  expect(results.flat()).toEqual(["0001_first.sql"]);
});

test("applies a file whole or not at all, and keeps those before it", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  write("0002_second.sql", "insert into fruit values ('plum'); alter table fruit add column");
  await expect(migrate(database.pool, { folder, logger: silentLogger })).rejects.toMatchObject({
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
    const results = await Promise.all([
      migrate(pool, { folder, logger: silentLogger }),
      migrate(pool, { folder, logger: silentLogger }),
    ]);
    expect(results.flat()).toEqual(["0001_first.sql"]);
    await expect(pool.query("select pg_sleep(0.6)")).rejects.toThrow("statement timeout");
  } finally {
    await pool.end();
  }
});

test("refuses a file that changed after it was applied", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  await migrate(database.pool, { folder, logger: silentLogger });
  write("0001_first.sql", "create table fruit (title text primary key);");
  await expect(migrate(database.pool, { folder, logger: silentLogger })).rejects.toThrow(
    "0001_first.sql was changed after it was applied",
  );
});

test("refuses a database that is newer than the program", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  write("0002_second.sql", "select 1;");
  await migrate(database.pool, { folder, logger: silentLogger });
  rmSync(path.join(folder, "0002_second.sql"));
  await expect(migrate(database.pool, { folder, logger: silentLogger })).rejects.toThrow(
    "holds migration 0002_second.sql, which this version does not know",
  );
});

test("refuses a file whose name has no order", async () => {
  write("first.sql", "select 1;");
  await expect(migrate(database.pool, { folder, logger: silentLogger })).rejects.toThrow(
    "first.sql is not named like 0001_name.sql",
  );
});

test("repeats a statement for batches until it changes nothing, and goes on where it was cut off", async () => {
  write("0001_first.sql", "create table fruit (name text primary key, colour text);");
  await migrate(database.pool, { folder, logger: silentLogger });
  await database.pool.query("insert into fruit select n::text from generate_series(1, 25) as n");
  const batch = (check: string) => `
    with next as (select name from fruit where colour is null order by name::integer limit 10)
    update fruit set colour = 'blue' from next where fruit.name = next.name and ${check}`;
  write("0002_colours.batches.sql", batch("1 / (15 - fruit.name::integer) is not null"));
  await expect(migrate(database.pool, { folder, logger: silentLogger })).rejects.toThrow("division by zero");
  const { rows: kept } = await database.pool.query("select count(*) as n from fruit where colour is not null");
  expect(kept).toEqual([{ n: 10n }]);
  write("0002_colours.batches.sql", batch("true"));
  expect(await migrate(database.pool, { folder, logger: silentLogger })).toEqual(["0002_colours.batches.sql"]);
  const { rows: left } = await database.pool.query("select name from fruit where colour is null");
  expect(left).toEqual([]);
});

test("repeats a batch that the database ended since others waited in a circle with it", async () => {
  write(
    "0001_first.sql",
    `create table fruit (name text primary key, colour text); insert into fruit values ('plum'); create sequence turn;
     create function fail_first() returns boolean language plpgsql as $$
     begin
       if nextval('turn') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       return true;
     end $$;`,
  );
  write("0002_colours.batches.sql", "update fruit set colour = 'blue' where colour is null and fail_first()");
  expect(await migrate(database.pool, { folder, logger: silentLogger })).toHaveLength(2);
  const { rows } = await database.pool.query("select colour from fruit");
  expect(rows).toEqual([{ colour: "blue" }]);
});

test("builds an index beside processes that wait for it, and drops what a cut-off build has left", async () => {
  write("0001_first.sql", "create table fruit (name text); insert into fruit values ('plum'), ('plum');");
  await migrate(database.pool, { folder, logger: silentLogger });
  await expect(database.pool.query("create unique index concurrently fruit_name on fruit (name)")).rejects.toThrow(
    "could not create unique index",
  );
  await database.pool.query("delete from fruit");
  write("0002_index.concurrently.sql", "create unique index concurrently fruit_name on fruit (name);");
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { folder, logger: silentLogger })));
  expect(results.flat()).toEqual(["0002_index.concurrently.sql"]);
  const { rows } = await database.pool.query(
    "select indisvalid as valid from pg_index where indexrelid = 'fruit_name'::regclass",
  );
  expect(rows).toEqual([{ valid: true }]);
});

test("lets others at a table while it waits for one that is in use", async () => {
  write("0001_first.sql", "create table fruit (name text primary key);");
  await migrate(database.pool, { folder, logger: silentLogger });
  write("0002_second.sql", "alter table fruit add column colour text;");
  const user = await database.pool.connect();
  try {
    await user.query("begin; insert into fruit values ('plum')");
    const warned = Promise.withResolvers<void>();
    const migrating = migrate(database.pool, { folder, logger: { ...silentLogger, warn: () => warned.resolve() } });
    await warned.promise;
    await database.pool.query("set statement_timeout = 5000; insert into fruit values ('pear')");
    await user.query("commit");
    expect(await migrating).toEqual(["0002_second.sql"]);
  } finally {
    user.release();
  }
});
