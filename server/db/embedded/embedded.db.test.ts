import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createTestDatabase, openTestDatabase, testDatabaseKind } from "#tests/support/database.ts";
import { listChildren, listEmbeddedDatabases } from "#tests/support/cutConnections.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { startEmbeddedDatabase } from "./startEmbeddedDatabase.ts";

const SUPPORT = fileURLToPath(new URL("../../../tests/support/", import.meta.url));
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function createFolder(): Promise<string> {
  const test = await createTestDatabase();
  cleanUps.push(test.remove);
  if (!("DATA_DIR" in test.environment)) throw new Error("not embedded");
  return test.environment.DATA_DIR;
}

/** A separate process group, so that it can be killed together with its database. */
function startCommitting(dataDir: string, first: number) {
  const child = spawn(process.execPath, [path.join(SUPPORT, "commitForever.process.ts"), dataDir, String(first)], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUps.push(() => killGroup(child));
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  // The kill may cut off the last line.
  return { child, readAcknowledged: () => output.split("\n").slice(0, -1).map(Number) };
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}

function isRunning(pid: number): boolean {
  try {
    return !fs.readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue).toBe(true);
}

describe.skipIf(testDatabaseKind !== "embedded")("the embedded database", () => {
  test("calls fsync once per commit", async () => {
    const dataDir = await createFolder();
    const countFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-fsync-")), "count");
    cleanUps.push(() => fs.rmSync(path.dirname(countFile), { recursive: true }));
    const before = { NODE_OPTIONS: process.env["NODE_OPTIONS"], FSYNC_COUNT_FILE: undefined };
    process.env["NODE_OPTIONS"] = `--import=${path.join(SUPPORT, "countFsync.ts")}`;
    process.env["FSYNC_COUNT_FILE"] = countFile;
    const opening = openDatabase({ dataDir }, { logger: silentLogger });
    const database = await opening.finally(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    cleanUps.push(() => database.close());
    const readCount = () => Number(fs.readFileSync(countFile, "utf8"));

    const start = readCount();
    for (let number = 0; number < 100; number += 1) {
      await database.pool.query("insert into job_state (name, value) values ($1, '')", [String(number)]);
    }
    expect(readCount() - start).toBeGreaterThanOrEqual(100);

    const beforeReading = readCount();
    for (let number = 0; number < 20; number += 1) await database.pool.query("select * from job_state");
    expect(readCount() - beforeReading).toBeLessThan(5);
  });

  test("loses no acknowledged commit after kill -9, and a restart gets the lock at once", async () => {
    const dataDir = await createFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { child, readAcknowledged } = startCommitting(dataDir, round * 1_000_000);
      await waitUntil(() => readAcknowledged().length > 50 + round * 37);
      killGroup(child);
      await once(child, "exit");
      acknowledged.push(...readAcknowledged());
    }
    const database = await openDatabase({ dataDir }, { logger: silentLogger });
    cleanUps.push(() => database.close());
    const { rows } = await database.pool.query<{ name: string }>("select name from job_state");
    const stored = new Set(rows.map((row) => Number(row.name)));
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(200);
  });

  test("is accessible to its own user only", async () => {
    const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-mode-")), "data");
    cleanUps.push(() => fs.rmSync(path.dirname(dataDir), { recursive: true }));
    const database = await openDatabase({ dataDir }, { logger: silentLogger });
    cleanUps.push(() => database.close());
    const open = fs
      .readdirSync(dataDir, { recursive: true, encoding: "utf8" })
      .filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("ends with the process that started it", async () => {
    const dataDir = await createFolder();
    const { child, readAcknowledged } = startCommitting(dataDir, 0);
    await waitUntil(() => readAcknowledged().length > 10);
    const [database] = listChildren(child.pid ?? 0);
    if (database === undefined) throw new Error("the database has no process");
    expect(isRunning(database)).toBe(true);
    child.kill("SIGKILL");
    await waitUntil(() => !isRunning(database));
  });

  test("refuses a folder that another process has locked, and names the process", async () => {
    const dataDir = await createFolder();
    const first = await openDatabase({ dataDir }, { logger: silentLogger });
    cleanUps.push(() => first.close());
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "folderLocked",
      message: expect.stringContaining(`${dataDir} is in use by another process`) as string,
    });
  });

  test("waits a moment for a process that is about to release the lock", async () => {
    const dataDir = await createFolder();
    const first = await openDatabase({ dataDir }, { logger: silentLogger });
    const opening = openDatabase({ dataDir }, { logger: silentLogger });
    await wait(1000);
    await first.close();
    const second = await opening;
    cleanUps.push(() => second.close());
    expect((await second.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("refuses a folder it cannot write, and names it", async () => {
    const dataDir = path.join(await createFolder(), "lock", "inside-a-file");
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "folderUnwritable",
      message: expect.stringContaining(dataDir) as string,
    });
  });

  test("creates the first database, and starts over after an interrupted first start", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
    cleanUps.push(() => fs.rmSync(dataDir, { recursive: true }));
    fs.mkdirSync(path.join(dataDir, "postgres.unfinished"));
    fs.writeFileSync(path.join(dataDir, "postgres.unfinished", "PG_VERSION"), "18\n");
    const database = await openDatabase({ dataDir }, { logger: silentLogger });
    await database.close();
    await database.close();
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(["lock", "postgres"]);
  });

  test("restarts when its process is killed", async () => {
    const database = await openTestDatabase();
    cleanUps.push(() => database.close());
    await database.pool.query("insert into job_state (name, value) values ('kept', '1')");
    const [child] = listEmbeddedDatabases();
    process.kill(child ?? 0, "SIGKILL");
    const read = async () => (await database.pool.query("select value from job_state")).rows;
    await expect.poll(read).toEqual([{ value: "1" }]);
  });

  test("ignores signals to the process group, which the server handles", async () => {
    const database = await openTestDatabase();
    cleanUps.push(() => database.close());
    const children = listEmbeddedDatabases();
    expect(children).toHaveLength(1);
    for (const child of children) {
      process.kill(child, "SIGINT");
      process.kill(child, "SIGTERM");
    }
    await wait(200);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(children.every(isRunning)).toBe(true);
  });

  test("gives each connection a clean session", async () => {
    const embedded = await startEmbeddedDatabase(await createFolder(), silentLogger);
    cleanUps.push(() => embedded.close());
    const config = { host: embedded.host, port: embedded.port, user: embedded.user, database: embedded.database };
    const first = new pg.Client(config);
    await first.connect();
    await first.query({ name: "same", text: "select 1 as one" });
    await first.query("begin");
    await first.query("insert into job_state (name, value) values ('half', 'done')");

    const second = new pg.Client(config);
    const secondConnected = second.connect();
    await wait(100);
    await first.end();
    await secondConnected;
    expect((await second.query({ name: "same", text: "select 2 as two" })).rows).toEqual([{ two: 2 }]);
    expect((await second.query("select * from job_state")).rows).toEqual([]);
    await second.end();
  });

  test("transfers results and parameters of many megabytes, and continues after an error", async () => {
    const database = await openTestDatabase();
    cleanUps.push(() => database.close());
    const text = "x".repeat(9_000_000);
    const { rows } = await database.pool.query<{ back: string }>("select $1::text || $1 as back", [text]);
    expect(rows[0]?.back.length).toBe(18_000_000);
    await expect(database.pool.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await expect(database.pool.query("selec")).rejects.toMatchObject({ code: "42601" });
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
