import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "#server/logger.ts";
import { DatabaseUnavailable } from "../databaseUnavailable.ts";
import { makeFolder } from "./makeFolder.ts";
import { type Cluster, ClusterRefused, createCluster, createSocketFolder, startCluster } from "./startCluster.ts";

/** Says by which version the files in `<dataDir>/postgres` were made. */
const MARKER = "postgres.version";
const VERSION = "17";
/** A process that was just asked to end needs a moment for its last commit. */
const LOCK_WAIT_MS = 5_000;
const RETRY_MS = 200;
/** Names the process of the server that runs on the files. */
const LOCK_FILE = "postmaster.pid";
/** What PostgreSQL says while another server, or the last statement of one that was killed, uses the files. */
const LOCKED = /postmaster\.pid|pre-existing shared memory block/;
/** Folders in which new files are made. */
const UNFINISHED = "postgres.unfinished";

export interface EmbeddedDatabase {
  /** What pg connects with. */
  readonly config: { host: string; port: number; user: string; database: string };
  /** Ends it. */
  close(): Promise<void>;
}

/**
 * Runs PostgreSQL on `<dataDir>/postgres`. It ends with this process, and is started again if it breaks; running statements
 * fail then, as they do when a server restarts.
 * @throws DatabaseUnavailable if another process runs one there, or the folder cannot be used.
 */
export async function startEmbeddedDatabase(dataDir: string, logger: Logger): Promise<EmbeddedDatabase> {
  const folder = path.resolve(dataDir);
  const files = provideFiles(folder);
  const host = createSocketFolder();
  let cluster: Cluster;
  try {
    cluster = await takeFolder(folder, files, () => startCluster(files, { host }));
    removeUnfinished(folder);
  } catch (error) {
    fs.rmSync(host, { recursive: true, force: true });
    throw error;
  }
  let isClosing = false;
  const running = keepRunning();
  return { config: cluster.config, close };

  async function keepRunning(): Promise<void> {
    for (;;) {
      const reason = await cluster.ended;
      if (isClosing) return;
      logger.error({ reason }, "the embedded database ended: restarting it");
      await restart();
    }
  }

  async function restart(): Promise<void> {
    for (;;) {
      await wait(RETRY_MS);
      if (isClosing) return;
      try {
        cluster = await startCluster(files, { host });
        // Closed while it started.
        if (isClosing) await cluster.stop();
        return;
      } catch (error) {
        logger.error({ error }, "the embedded database did not start");
      }
    }
  }

  async function close(): Promise<void> {
    isClosing = true;
    await cluster.stop();
    await running;
    fs.rmSync(host, { recursive: true, force: true });
  }
}

/** The folder of the files, which are made where there are none. */
function provideFiles(dataDir: string): string {
  const [files, marker] = [path.join(dataDir, "postgres"), path.join(dataDir, MARKER)];
  let madeBy: string | null;
  try {
    makeFolder(dataDir);
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.existsSync(files)) makeFiles(files, marker);
    madeBy = fs.existsSync(marker) ? fs.readFileSync(marker, "utf8").trim() : null;
    // PostgreSQL refuses files that others can read, as a copy of them may be.
    if (madeBy === VERSION) fs.chmodSync(files, 0o700);
  } catch (error) {
    if (error instanceof ClusterRefused || error instanceof DatabaseUnavailable) throw refuse("broken", dataDir, error);
    throw refuse("folderUnwritable", dataDir, error);
  }
  if (madeBy !== VERSION) throw refuse("otherVersion", dataDir, new Error(madeBy ?? "none"));
  return files;
}

/**
 * Makes new files in a folder of their own and renames them once they are complete: a process that dies meanwhile leaves no
 * half of a database, and of two that start at the same time one uses what the other has made.
 */
function makeFiles(files: string, marker: string): void {
  const unfinished = fs.mkdtempSync(path.join(path.dirname(files), `${UNFINISHED}-`));
  try {
    const made = path.join(unfinished, "postgres");
    createCluster(made);
    const mark = path.join(unfinished, MARKER);
    fs.writeFileSync(mark, `${VERSION}\n`, { mode: 0o600, flush: true });
    // Another process may be reading the marker: it never sees half of it.
    fs.renameSync(mark, marker);
    fs.renameSync(made, files);
  } catch (error) {
    if (!fs.existsSync(files)) throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Removes what processes left that died in their first start; one that is in it still finds the files made. */
function removeUnfinished(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir).filter((each) => each.startsWith(UNFINISHED))) {
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Waits a moment for another process to end its server there. */
async function takeFolder(dataDir: string, files: string, startHere: () => Promise<Cluster>): Promise<Cluster> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    removeStaleLock(files);
    try {
      return await startHere();
    } catch (error) {
      if (!(error instanceof ClusterRefused)) throw error;
      if (!LOCKED.test(error.message)) throw refuse("broken", dataDir, error);
      if (performance.now() >= deadline) throw refuse("folderLocked", dataDir, error);
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

const TEXTS = {
  folderLocked: (dataDir: string) =>
    `The data folder ${dataDir} is in use by another process. Stop that process, or set DATA_DIR to another folder.`,
  folderUnwritable: (dataDir: string, detail: string) =>
    `The data folder ${dataDir} cannot be written (${detail}). Give this user access to it, or set DATA_DIR to another folder.`,
  otherVersion: (dataDir: string) =>
    `The database in ${dataDir} was made by another version, and this one cannot read it. Set DATA_DIR to another folder, or remove this one.`,
  broken: (dataDir: string, detail: string) => `The embedded database in ${dataDir} does not start: ${detail}`,
} as const;

function refuse(kind: keyof typeof TEXTS, dataDir: string, cause: unknown): DatabaseUnavailable {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseUnavailable(kind === "otherVersion" ? "unsupported" : kind, TEXTS[kind](dataDir, detail), {
    cause,
  });
}

/** What pg connects with to the server that another process runs on this folder; null where none runs. */
export function findRunningDatabase(dataDir: string): EmbeddedDatabase["config"] | null {
  try {
    // Its process, folder, start, port and socket folder, a line each.
    const lock = fs.readFileSync(path.join(dataDir, "postgres", LOCK_FILE), "utf8");
    const [pid = "", , , port = "", host = ""] = lock.split("\n");
    const isThere = isRunning(Number(pid)) && fs.existsSync(path.join(host, `.s.PGSQL.${port}`));
    return isThere ? { host, port: Number(port), user: "postgres", database: "postgres" } : null;
  } catch {
    return null;
  }
}

/** A killed server leaves its lock, and its socket where its keeper was killed too. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
