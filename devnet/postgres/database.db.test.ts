import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type LocalDatabase, openLocalDatabase, startDatabase } from "./database.ts";

const COMMIT_FOREVER = path.join(import.meta.dirname, "../../tests/support/commitForever.process.ts");
const cleanUps: (() => unknown)[] = [];
/** A folder with a database, which the others are copies of. */
let template: string;

beforeAll(async () => {
  template = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-template-"));
  await (await startDatabase(template)).stop();
  return () => fs.rmSync(template, { recursive: true });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function createFolder(): string {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
  cleanUps.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

async function start(dataDir = createFolder()): Promise<LocalDatabase> {
  const database = await startDatabase(dataDir);
  cleanUps.push(() => database.stop());
  return database;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** What the file of a running server says of it. */
function readServer(dataDir: string): { pid: number; socketFolder: string } {
  const lines = fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? "" };
}

/** A separate process group, so that it can be killed together with its database. */
function startCommitting(dataDir: string, first: number) {
  const child = spawn(process.execPath, [COMMIT_FOREVER, dataDir, String(first)], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
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

test("loses no acknowledged commit after kill -9, and the next start gets the folder at once", async () => {
  const dataDir = createFolder();
  const acknowledged: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { child, readAcknowledged } = startCommitting(dataDir, round * 1_000_000);
    await expect.poll(() => readAcknowledged().length, { timeout: 10_000 }).toBeGreaterThan(50);
    if (round === 1) process.kill(readServer(dataDir).pid, "SIGKILL");
    killGroup(child);
    await once(child, "exit");
    acknowledged.push(...readAcknowledged());
  }
  const { url } = await start(dataDir);
  const stored = new Set(
    (await ask(url, "select number::integer from commit")).map((row) => (row as { number: number }).number),
  );
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  expect(await ask(url, "select current_setting('fsync') as fsync")).toEqual([{ fsync: "on" }]);
});

test("ends with the process that started it, and leaves no socket", async () => {
  const dataDir = createFolder();
  const { child, readAcknowledged } = startCommitting(dataDir, 0);
  await expect.poll(() => readAcknowledged().length, { timeout: 10_000 }).toBeGreaterThan(10);
  const { pid, socketFolder } = readServer(dataDir);
  expect([isRunning(pid), fs.existsSync(socketFolder)]).toEqual([true, true]);
  killGroup(child);
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  await expect.poll(() => fs.existsSync(socketFolder)).toBe(false);
});

test("is accessible to its own user only, in a long path that nobody else can enter", async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-deep-"));
  cleanUps.push(() => fs.rmSync(parent, { recursive: true }));
  fs.chmodSync(parent, 0o700);
  const dataDir = path.join(parent, ...Array.from({ length: 6 }, () => "a-folder-of-a-rather-long-name"), "data");
  await start(dataDir);
  const opened = fs
    .readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
  expect(opened).toEqual([]);
});

test("refuses a folder that another process uses, and names it; a tool joins there", async () => {
  const dataDir = createFolder();
  await start(dataDir);
  await expect(startDatabase(dataDir)).rejects.toThrow(`The database in ${dataDir} does not start`);
  const tool = await openLocalDatabase(dataDir);
  cleanUps.push(() => tool.stop());
  expect(await ask(tool.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("waits a moment for a process that is about to end its server", async () => {
  const dataDir = createFolder();
  const first = await startDatabase(dataDir);
  const opening = start(dataDir);
  await wait(1_000);
  await first.stop();
  expect(await ask((await opening).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("refuses a folder it cannot write, and one without a database for a tool", async () => {
  const dataDir = path.join(createFolder(), "postgres", "PG_VERSION", "inside-a-file");
  await expect(startDatabase(dataDir)).rejects.toThrow(`The data folder ${dataDir} cannot be written`);
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-empty-"));
  cleanUps.push(() => fs.rmSync(empty, { recursive: true }));
  await expect(openLocalDatabase(empty)).rejects.toThrow(`There is no database in ${empty}`);
});

test("starts over after an interrupted first start", async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-test-"));
  cleanUps.push(() => fs.rmSync(dataDir, { recursive: true }));
  fs.mkdirSync(path.join(dataDir, "postgres.unfinished"));
  fs.writeFileSync(path.join(dataDir, "postgres.unfinished", "PG_VERSION"), "16\n");
  await (await startDatabase(dataDir)).stop();
  expect(fs.readdirSync(dataDir)).toEqual(["postgres"]);
});

test.runIf(process.platform === "linux")("takes no other program for a server that has crashed", async () => {
  const dataDir = createFolder();
  const files = path.join(dataDir, "postgres");
  // As after a power cut: the system has given the process's number to another program of the same user.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const other = spawn("sleep", ["60"], { ...owner, stdio: "ignore" });
  cleanUps.push(() => other.kill());
  fs.writeFileSync(path.join(files, "postmaster.pid"), `${other.pid}\n${files}\n1750000000\n5432\n/nowhere\n\n`);
  const tool = await openLocalDatabase(dataDir);
  cleanUps.push(() => tool.stop());
  expect(await ask(tool.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});
