import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { CannotSetUp } from "./CannotSetUp.ts";
import { findExecutable, isExecutable } from "./findExecutable.ts";
import { installPackages } from "./installPackages.ts";
import { isRoot } from "./isRoot.ts";

const OLDEST_VERSION = 15;
const DEBIAN_FOLDER = "/usr/lib/postgresql";
const START_TRIES = 300;
const START_PAUSE_MS = 100;
const ADVICE =
  "Install PostgreSQL 15 or newer (Debian: sudo apt-get install postgresql), " +
  "or set TEST_DATABASE_URL to a server where the user may create databases, then run this again.";

/** A power cut would lose only a test database, so it need not reach the disk. */
const TEST_SERVER_SETTINGS = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

/**
 * Ends the server and removes its folder ($0) when this process ends in any way: the system then closes the pipe that
 * `cat` reads.
 */
const KEEPER = '"$@" </dev/null & server=$!; cat >/dev/null; kill -INT "$server"; wait "$server"; cd /; rm -rf "$0"';

export interface PostgresServer {
  /** The URL of a user who may create databases. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * The server at TEST_DATABASE_URL, or a temporary one of the run from the system's programs. `settings` (`name=value`)
 * apply to the temporary one; by default it is fast and not durable.
 */
export async function providePostgres(settings: readonly string[] = TEST_SERVER_SETTINGS): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    await checkServer(given);
    return { url: given, stop: async () => {} };
  }
  return startCluster(findBinaries() ?? installBinaries(), settings);
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::integer / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION) throw new Error(`it is PostgreSQL ${version}`);
  } catch (error) {
    throw new CannotSetUp(`The server at TEST_DATABASE_URL cannot be used: ${describe(error)}. ${ADVICE}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The folder of the newest initdb and postgres. */
function findBinaries(): string | null {
  const versions = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = versions.map((version) => path.join(DEBIAN_FOLDER, version, "bin"));
  const onPath = findExecutable(["initdb"]);
  if (onPath !== null) folders.unshift(path.dirname(onPath));
  return (
    folders.find((folder) => isExecutable(path.join(folder, "initdb")) && readVersion(folder) >= OLDEST_VERSION) ?? null
  );
}

function readVersion(folder: string): number {
  const { stdout } = spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/u.exec(stdout ?? "")?.[1] ?? 0);
}

function installBinaries(): string {
  const settings = "/etc/postgresql-common/createcluster.conf";
  if (isRoot() && findExecutable(["apt-get"]) !== null && !existsSync(settings)) {
    // Prevents Debian from creating and starting a system cluster.
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, "create_main_cluster = false\n");
  }
  installPackages(["postgresql"]);
  const folder = findBinaries();
  if (folder === null) throw new CannotSetUp(`No PostgreSQL ${OLDEST_VERSION} or newer was found. ${ADVICE}`);
  return folder;
}

async function startCluster(binaries: string, settings: readonly string[]): Promise<PostgresServer> {
  // PostgreSQL refuses to run as root.
  const owner = isRoot() ? findOrdinaryUser() : null;
  const base = mkdtempSync(path.join(isRoot() ? "/tmp" : os.tmpdir(), "hongbao-postgres-"));
  if (owner !== null) chownSync(base, owner.uid, owner.gid);
  const data = path.join(base, "data");
  const options = { ...owner, cwd: base, env: { ...process.env, HOME: base, LC_ALL: "C" } };

  const made = spawnSync(
    path.join(binaries, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...options, encoding: "utf8" },
  );
  if (made.status !== 0) {
    rmSync(base, { recursive: true, force: true });
    throw new CannotSetUp(
      `initdb in ${binaries} failed: ${(made.stderr ?? made.error?.message ?? "").trim()}. ${ADVICE}`,
    );
  }

  const allSettings = ["listen_addresses=", "max_connections=200", ...settings];
  const server = spawn(
    "/bin/sh",
    [
      "-c",
      KEEPER,
      base,
      path.join(binaries, "postgres"),
      "-D",
      data,
      "-k",
      base,
      ...allSettings.flatMap((setting) => ["-c", setting]),
    ],
    { ...options, stdio: ["pipe", "ignore", "pipe"], detached: true },
  );
  let log = "";
  server.stderr.on("data", (chunk) => (log = `${log}${String(chunk)}`.slice(-2000)));
  server.stdin.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
  });
  const stop = async () => {
    server.stdin.end();
    await ended;
    rmSync(base, { recursive: true, force: true });
  };
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(base)}`;
  if (await isUp(url)) return { url, stop };
  await stop();
  throw new CannotSetUp(`PostgreSQL in ${binaries} does not start: ${log.trim()}. ${ADVICE}`);
}

async function isUp(url: string): Promise<boolean> {
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return true;
    } catch {
      await wait(START_PAUSE_MS);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

function findOrdinaryUser(): { uid: number; gid: number } {
  for (const name of ["postgres", "nobody"]) {
    const read = (flag: string) => {
      const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
      return status === 0 ? Number(stdout) : null;
    };
    const uid = read("-u");
    const gid = read("-g");
    if (uid !== null && gid !== null && uid !== 0) return { uid, gid };
  }
  throw new CannotSetUp(`PostgreSQL does not run as root, and this system has no ordinary user. ${ADVICE}`);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
