import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";

const SUPPORT = fileURLToPath(new URL("../../../tests/support/", import.meta.url));
const cleanUps: (() => unknown)[] = [];
/** A folder with a migrated database, which the others are copies of. */
let template: string;

beforeAll(async () => {
  template = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-template-"));
  await (await openDatabase({ dataDir: template }, { logger: silentLogger })).close();
});
afterAll(() => fs.rmSync(template, { recursive: true }));
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function createFolder(): string {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
  cleanUps.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

async function open(dataDir = createFolder()): Promise<Database> {
  const database = await openDatabase({ dataDir }, { logger: silentLogger });
  cleanUps.push(() => database.close());
  return database;
}

/** What the file of a running server says of it. */
function readServer(dataDir: string): { pid: number; socketFolder: string } {
  const lines = fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? "" };
}

/** A separate process group, so that it can be killed together with its database. */
function startCommitting(dataDir: string, first: number) {
  const child = spawn(process.execPath, [path.join(SUPPORT, "commitForever.process.ts"), dataDir, String(first)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanUps.push(() => killGroup(child));
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  // The kill may cut off the last line.
  const readAcknowledged = () => output.split("\n").slice(0, -1).map(Number);
  return { child, readAcknowledged, readErrors: () => errors };
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

describe("the embedded database", () => {
  test("writes each commit to the disk", async () => {
    const database = await open();
    const { rows } = await database.pool.query(
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits, current_setting('full_page_writes') as pages",
    );
    expect(rows).toEqual([{ fsync: "on", commits: "on", pages: "on" }]);
  });

  test("loses no acknowledged commit after kill -9, and the next start gets the folder at once", async () => {
    const dataDir = createFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { child, readAcknowledged } = startCommitting(dataDir, round * 1_000_000);
      await waitUntil(() => readAcknowledged().length > 50 + round * 37);
      if (round === 1) process.kill(readServer(dataDir).pid, "SIGKILL");
      killGroup(child);
      await once(child, "exit");
      acknowledged.push(...readAcknowledged());
    }
    const database = await open(dataDir);
    const { rows } = await database.pool.query<{ name: string }>("select name from job_state");
    const stored = new Set(rows.map((row) => Number(row.name)));
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(200);
  });

  test("ends with the process that started it, and leaves no socket", async () => {
    const dataDir = createFolder();
    const { child, readAcknowledged } = startCommitting(dataDir, 0);
    await waitUntil(() => readAcknowledged().length > 10);
    const { pid, socketFolder } = readServer(dataDir);
    expect([isRunning(pid), fs.existsSync(socketFolder)]).toEqual([true, true]);
    killGroup(child);
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
    await expect.poll(() => fs.existsSync(socketFolder)).toBe(false);
  });

  test("is accessible to its own user only", async () => {
    const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-mode-")), "data");
    cleanUps.push(() => fs.rmSync(path.dirname(dataDir), { recursive: true }));
    await open(dataDir);
    const opened = fs
      .readdirSync(dataDir, { recursive: true, encoding: "utf8" })
      .filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
    expect(opened).toEqual([]);
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("works in a long path that nobody else can enter", async () => {
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-deep-"));
    cleanUps.push(() => fs.rmSync(parent, { recursive: true }));
    fs.chmodSync(parent, 0o700);
    const dataDir = path.join(parent, ...Array.from({ length: 6 }, () => "a-folder-of-a-rather-long-name"), "data");
    fs.mkdirSync(path.dirname(dataDir), { recursive: true });
    fs.cpSync(template, dataDir, { recursive: true });
    const database = await open(dataDir);
    expect((await database.pool.query("select count(*) > 0 as is_migrated from schema_migration")).rows).toEqual([
      { is_migrated: true },
    ]);
  });

  test("refuses a folder that another process uses, and names it; a tool joins there", async () => {
    const dataDir = createFolder();
    const first = await open(dataDir);
    await first.pool.query("insert into job_state (name, value) values ('first', '1')");
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "folderLocked",
      message: expect.stringContaining(`${dataDir} is in use by another process`) as string,
    });
    const tool = await openDatabase({ dataDir }, { logger: silentLogger, isTool: true });
    expect((await tool.pool.query("select value from job_state where name = 'first'")).rows).toEqual([{ value: "1" }]);
    await tool.close();
    expect((await first.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("waits a moment for a process that is about to end its server", async () => {
    const dataDir = createFolder();
    const first = await openDatabase({ dataDir }, { logger: silentLogger });
    const opening = open(dataDir);
    await wait(1000);
    await first.close();
    expect((await (await opening).pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("refuses a folder it cannot write, and names it", async () => {
    const dataDir = path.join(createFolder(), "postgres.version", "inside-a-file");
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "folderUnwritable",
      message: expect.stringContaining(dataDir) as string,
    });
  });

  test("refuses a folder of another version's database, and says what to do", async () => {
    const dataDir = createFolder();
    fs.rmSync(path.join(dataDir, "postgres.version"));
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/made by another version.*Set DATA_DIR to another folder/) as string,
    });
  });

  test("starts over after an interrupted first start", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
    cleanUps.push(() => fs.rmSync(dataDir, { recursive: true }));
    fs.mkdirSync(path.join(dataDir, "postgres.unfinished"));
    fs.writeFileSync(path.join(dataDir, "postgres.unfinished", "PG_VERSION"), "16\n");
    const database = await openDatabase({ dataDir }, { logger: silentLogger });
    await database.close();
    await database.close();
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(["postgres", "postgres.version"]);
  });

  test("is made once where two processes start first at the same time", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
    cleanUps.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
    const both = [startCommitting(dataDir, 0), startCommitting(dataDir, 1_000_000)];
    await expect.poll(() => both.filter(({ child }) => child.exitCode !== null).length, { timeout: 40_000 }).toBe(1);
    const [errors] = both.flatMap(({ readErrors }) => (readErrors() === "" ? [] : readErrors()));
    expect(errors).toContain("is in use by another process");
    const winner = both.find(({ child }) => child.exitCode === null);
    await expect.poll(() => winner?.readAcknowledged().length, { timeout: 40_000 }).toBeGreaterThan(10);
    if (winner !== undefined) killGroup(winner.child);
    const database = await open(dataDir);
    expect((await database.pool.query("select count(*) > 10 as is_kept from job_state")).rows).toEqual([
      { is_kept: true },
    ]);
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(["postgres", "postgres.version"]);
  });

  test.runIf(process.platform === "linux")("takes no other program for a server that has crashed", async () => {
    const dataDir = createFolder();
    const files = path.join(dataDir, "postgres");
    // As after a power cut: the system has given the process's number to another program of the same user.
    const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const other = spawn("sleep", ["60"], { ...owner, stdio: "ignore" });
    cleanUps.push(() => other.kill());
    fs.writeFileSync(path.join(files, "postmaster.pid"), `${other.pid}\n${files}\n1750000000\n5432\n/nowhere\n\n`);
    const database = await open(dataDir);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  test("lets a tool start it where a server and its keeper were killed, and left a socket", async () => {
    const dataDir = createFolder();
    const left = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-left-"));
    cleanUps.push(() => fs.rmSync(left, { recursive: true }));
    const dead = spawn("true");
    await once(dead, "exit");
    fs.writeFileSync(path.join(left, ".s.PGSQL.5432"), "");
    const lock = [dead.pid, path.join(dataDir, "postgres"), 1_750_000_000, 5432, left, "", ""].join("\n");
    fs.writeFileSync(path.join(dataDir, "postgres/postmaster.pid"), lock);
    const tool = await openDatabase({ dataDir }, { logger: silentLogger, isTool: true });
    cleanUps.push(() => tool.close());
    expect((await tool.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("waits for the last statement of a server that was killed", async () => {
    const dataDir = createFolder();
    const { child, readAcknowledged } = startCommitting(dataDir, 0);
    await waitUntil(() => readAcknowledged().length > 10);
    const tool = await openDatabase({ dataDir }, { logger: silentLogger, isTool: true });
    cleanUps.push(() => tool.close().catch(() => {}));
    const working = tool.pool.query("select count(*) from generate_series(1, 2000000)").catch(() => {});
    await wait(50);
    const { pid } = readServer(dataDir);
    killGroup(child);
    process.kill(pid, "SIGKILL");
    expect((await (await open(dataDir)).pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await working;
  });

  test("says so where it cannot read what is in its folder", async () => {
    const dataDir = createFolder();
    fs.rmSync(path.join(dataDir, "postgres.version"));
    fs.mkdirSync(path.join(dataDir, "postgres.version"));
    await expect(openDatabase({ dataDir }, { logger: silentLogger })).rejects.toMatchObject({
      reason: "folderUnwritable",
      message: expect.stringContaining(dataDir) as string,
    });
  });

  test("starts again when its server is killed", async () => {
    const dataDir = createFolder();
    const database = await open(dataDir);
    await database.pool.query("insert into job_state (name, value) values ('kept', '1')");
    process.kill(readServer(dataDir).pid, "SIGKILL");
    const read = async () => (await database.pool.query("select value from job_state")).rows;
    await expect.poll(read).toEqual([{ value: "1" }]);
  });
});
