import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isProcessAlive } from "#devnet/process/lockFolder.ts";
import { makeFolder } from "#devnet/process/makeFolder.ts";
import { type Cluster, ClusterRefused, createCluster, createSocketFolder, startCluster } from "./cluster.ts";

/** The files are made under this name first. */
const UNFINISHED = "postgres.unfinished";
/** Names the process of the server that runs on the files. */
const LOCK_FILE = "postmaster.pid";
/** What PostgreSQL says while another server, or the last statement of one that was killed, uses the files. */
const LOCKED = /postmaster\.pid|pre-existing shared memory block/;
/** A server whose owner was killed needs a moment for its last commit. */
const LOCK_WAIT_MS = 5_000;
const RETRY_MS = 200;

export interface LocalDatabase {
  /** A `DATABASE_URL`. */
  readonly url: string;
  /** Resolves when the server has ended, with the end of what it said. */
  readonly ended: Promise<string>;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL on `<dataDir>/postgres`, whose files are made where there are none. It ends with this process, and is
 * durable: a commit is on the disk.
 * @throws Error with words for people where another process runs one there, or the folder cannot be used
 */
export async function startDatabase(dataDir: string): Promise<LocalDatabase> {
  const folder = path.resolve(dataDir);
  const files = provideFiles(folder);
  const host = createSocketFolder();
  try {
    const cluster = await takeFolder(folder, files, () => startCluster(files, { host }));
    return {
      url: toUrl(host),
      ended: cluster.ended,
      stop: () => cluster.stop().finally(() => fs.rmSync(host, { recursive: true, force: true })),
    };
  } catch (error) {
    fs.rmSync(host, { recursive: true, force: true });
    throw error;
  }
}

/** The database in a folder, for a tool: of the server that runs on it, or of one that runs until it is stopped. */
export async function openLocalDatabase(dataDir: string): Promise<Pick<LocalDatabase, "url" | "stop">> {
  const url = findRunning(dataDir);
  if (url !== null) return { url, stop: async () => {} };
  if (!fs.existsSync(path.join(dataDir, "postgres"))) {
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  return startDatabase(dataDir);
}

function toUrl(host: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(host)}`;
}

function findRunning(dataDir: string): string | null {
  try {
    // Its process, folder, start, port and socket folder, a line each.
    const lock = fs.readFileSync(path.join(dataDir, "postgres", LOCK_FILE), "utf8");
    const [pid = "", , , port = "", host = ""] = lock.split("\n");
    return isProcessAlive(Number(pid)) && fs.existsSync(path.join(host, `.s.PGSQL.${port}`)) ? toUrl(host) : null;
  } catch {
    return null;
  }
}

/** Made in a folder of their own and renamed once they are complete: who dies meanwhile leaves no half of a database. */
function provideFiles(dataDir: string): string {
  const files = path.join(dataDir, "postgres");
  const unfinished = path.join(dataDir, UNFINISHED);
  try {
    makeFolder(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.existsSync(files)) {
      fs.rmSync(unfinished, { recursive: true, force: true });
      createCluster(unfinished);
      fs.renameSync(unfinished, files);
    }
    // PostgreSQL refuses files that others can read, as a copy of them may be.
    fs.chmodSync(files, 0o700);
    return files;
  } catch (error) {
    if (error instanceof ClusterRefused) throw refuse(dataDir, error);
    const advice = "Give this user access to it, or set DATA_DIR to another folder.";
    throw new Error(`The data folder ${dataDir} cannot be written (${describe(error)}). ${advice}`, {
      cause: error,
    });
  }
}

async function takeFolder(dataDir: string, files: string, start: () => Promise<Cluster>): Promise<Cluster> {
  const deadlineMs = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    removeStaleLock(files);
    try {
      return await start();
    } catch (error) {
      const isLocked = error instanceof ClusterRefused && LOCKED.test(error.message);
      if (!isLocked || performance.now() >= deadlineMs) throw refuse(dataDir, error);
    }
    await wait(RETRY_MS);
  }
}

/**
 * Removes the lock of a server that was killed, where the system has given its number to another program since: PostgreSQL
 * takes that for the server. A server works in the folder of its files, which Linux tells.
 */
function removeStaleLock(files: string): void {
  const lock = path.join(files, LOCK_FILE);
  try {
    const [pid = ""] = fs.readFileSync(lock, "utf8").split("\n");
    if (/^[1-9][0-9]*$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`) !== fs.realpathSync(files)) fs.rmSync(lock);
  } catch {
    // There is no lock or no such process, or the system does not tell: PostgreSQL decides.
  }
}

function refuse(dataDir: string, error: unknown): Error {
  const advice = "Stop the process that uses it, set DATA_DIR to another folder, or remove this one.";
  return new Error(`The database in ${dataDir} does not start: ${describe(error)}. ${advice}`, { cause: error });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
