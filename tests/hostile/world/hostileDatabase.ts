import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Cluster, createCluster, createSocketFolder, startCluster } from "#devnet/postgres/cluster.ts";
import { type Line, startLine } from "./line.ts";

const SETTINGS = ["max_connections=100"];
const TRY_AGAIN_MS = 200;
/** Less than any file that grows: each further write fails as on a full disk. */
const FULL_BYTES = 8_192;

/** A PostgreSQL that can be killed, filled up and cut off. It is durable: what it has promised survives. */
export interface HostileDatabase {
  /** Leads to it by its line. */
  readonly url: string;
  readonly line: Line;
  /** `kill -9` of the server and of all that it runs, and a start on the same files. */
  kill(): Promise<void>;
  /** While its processes may write no further, answers how they may again; null where the machine cannot do that. */
  fill(): (() => void) | null;
  stop(): Promise<void>;
}

/** @param folder an empty one */
export async function startHostileDatabase(folder: string): Promise<HostileDatabase> {
  const files = path.join(folder, "postgres");
  createCluster(files);
  const host = createSocketFolder();
  let cluster = await startCluster(files, { host, settings: SETTINGS });
  const line = await startLine(() => net.connect(path.join(host, `.s.PGSQL.${cluster.config.port}`)));

  const listProcesses = (): number[] => {
    const lock = path.join(files, "postmaster.pid");
    if (!existsSync(lock)) return [];
    const server = Number(readFileSync(lock, "utf8").split("\n")[0]);
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(server)], { encoding: "utf8" });
    return [server, ...stdout.split("\n").map(Number)].filter((pid) => pid > 0);
  };

  async function restart(): Promise<Cluster> {
    for (;;) {
      try {
        return await startCluster(files, { host, settings: SETTINGS });
      } catch {
        await wait(TRY_AGAIN_MS);
      }
    }
  }

  const limit = (fsize: string): boolean =>
    listProcesses().every((pid) => spawnSync("prlimit", ["--pid", String(pid), `--fsize=${fsize}:`]).status === 0);

  return {
    url: `postgresql://postgres@127.0.0.1:${line.port}/postgres`,
    line,
    async kill() {
      for (const pid of listProcesses()) killAnyhow(pid);
      await cluster.ended;
      cluster = await restart();
    },
    fill() {
      if (!limit(String(FULL_BYTES))) return null;
      return () => void limit("unlimited");
    },
    async stop() {
      line.stop();
      await cluster.stop();
    },
  };
}

function killAnyhow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
