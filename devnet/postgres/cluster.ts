import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { providePrograms } from "./programs.ts";

/** A path of a socket has at most 107 bytes. */
const LONGEST_FOLDER = 80;
const PORT = 5432;
const READY_PAUSE_MS = 20;
/** Of what the server says, for an error. */
const LOG_LENGTH = 2_000;
/** Nobody's ids on Linux. PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Ends the server and removes the socket's folder ($0) when the process that started it ends in any way: the system then
 * closes the pipe that `cat` reads. It has a session of its own, so that no signal to a group ends the server.
 */
const KEEPER = `
  exec 3<&0
  "$@" </dev/null & server=$!
  { cat <&3 >/dev/null; : >"$0/ended"; kill -INT "$server"; } & guard=$!
  wait "$server"; status=$?
  kill "$guard" 2>/dev/null
  if [ -e "$0/ended" ]; then rm -rf "$0"; fi
  exit $status`;

/** A server that runs. */
export interface Cluster {
  /** What pg connects with; the host is the folder of its unix socket. */
  readonly config: { host: string; port: number; user: string; database: string };
  /** Resolves when the server has ended, with the end of what it said. */
  readonly ended: Promise<string>;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

/** The server ended before anybody could connect. The message is what it said. */
export class ClusterRefused extends Error {
  override readonly name = "ClusterRefused";
}

/**
 * Creates the files of a new server in `folder`, an empty folder that this makes. Only its owner can read them.
 * `programs` is the folder of a PostgreSQL other than the package's.
 */
export function createCluster(folder: string, options: readonly string[] = [], programs?: string): void {
  fs.mkdirSync(folder, { mode: 0o700 });
  const { programs: found, place, spawning } = prepare(folder, programs);
  const { status, stderr, error } = spawnSync(
    path.join(found, "initdb"),
    ["-D", place, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions", ...options],
    { ...spawning, encoding: "utf8" },
  );
  if (status !== 0) throw new ClusterRefused(`initdb failed: ${(stderr ?? error?.message ?? "").trim()}`);
}

/** A new folder for a socket, which only this user and the server's owner can enter. */
export function createSocketFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir().length > LONGEST_FOLDER ? "/tmp" : os.tmpdir(), "hongbao-db-"));
}

interface ClusterOptions {
  /** Folder of the socket; removed when the server ends because it was asked to. */
  host: string;
  /** `name=value` */
  settings?: readonly string[];
  /** The folder of a PostgreSQL other than the package's. */
  programs?: string;
}

/**
 * Starts a server on the files in `folder`. It listens on a unix socket alone, and ends with this process. Throws
 * ClusterRefused where it does not start.
 */
export async function startCluster(folder: string, options: ClusterOptions): Promise<Cluster> {
  const { host, settings = [] } = options;
  const { programs, place, spawning, owner } = prepare(folder, options.programs);
  if (owner !== null) fs.chownSync(host, owner.uid, owner.gid);
  const all = ["listen_addresses=", `port=${PORT}`, `unix_socket_directories=${host}`, "log_min_messages=fatal"];
  const call = [path.join(programs, "postgres"), "-D", place, ...[...all, ...settings].flatMap((each) => ["-c", each])];
  const keeper = spawn("/bin/sh", ["-c", KEEPER, host, ...call], {
    ...spawning,
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  const ended = follow(keeper);
  const cluster = { config: { host, port: PORT, user: "postgres", database: "postgres" }, ended, stop };
  await waitUntilReady(cluster);
  return cluster;

  async function stop(): Promise<void> {
    keeper.stdin?.end();
    await ended;
  }
}

async function follow(keeper: ChildProcess): Promise<string> {
  let log = "";
  keeper.stdin?.on("error", () => {});
  keeper.stderr?.on("data", (part: Buffer) => (log = `${log}${part.toString()}`.slice(-LOG_LENGTH)));
  await Promise.race([once(keeper, "close"), once(keeper, "error")]);
  keeper.stdin?.destroy();
  return log.trim();
}

async function waitUntilReady({ ended, config }: Cluster): Promise<void> {
  let refusal: string | null = null;
  void ended.then((log) => (refusal = log));
  for (;;) {
    const client = new pg.Client(config);
    try {
      await client.connect();
      return;
    } catch {
      if (refusal !== null) throw new ClusterRefused(refusal);
      await wait(READY_PAUSE_MS);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** How the programs are called on a folder: as its owner, since PostgreSQL refuses other users and root. */
function prepare(folder: string, programs?: string) {
  const owner = isRoot() ? findOwner(folder) : null;
  return {
    programs: programs ?? providePrograms(owner !== null),
    owner,
    // An owner who cannot enter the folders above can still enter the one in which its process starts.
    place: owner !== null && process.platform === "linux" ? "/proc/self/cwd" : folder,
    spawning: { cwd: folder, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" }, ...owner },
  };
}

/** Root's files, new ones or a copy that root made, are given to nobody. */
function findOwner(folder: string): { uid: number; gid: number } {
  const { uid, gid } = fs.statSync(folder);
  if (uid !== 0) return { uid, gid };
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of ["", ...names]) fs.lchownSync(path.join(folder, name), NOBODY.uid, NOBODY.gid);
  return NOBODY;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
