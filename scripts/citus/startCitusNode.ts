import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Cluster, createCluster, createSocketFolder, startCluster } from "#devnet/postgres/cluster.ts";
import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** Nodes reach each other by the folders of their sockets. */
const SETTINGS = [
  "shared_preload_libraries=citus",
  "citus.node_conninfo=sslmode=disable",
  "citus.recover_2pc_interval=5s",
  "citus.enable_statistics_collection=off",
  // One maintenance process per database, and tests have many.
  "max_worker_processes=64",
  "max_connections=300",
  "max_prepared_transactions=300",
  // Shards are moved while they are written to.
  "wal_level=logical",
];

export interface CitusNode {
  /** The URL of the superuser. */
  readonly url: string;
  /** Ends it at once, as a power cut does. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a PostgreSQL with Citus from `programs`, as an ordinary user, on files that end with it. */
export async function startCitusNode(programs: string, settings: readonly string[] = []): Promise<CitusNode> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-citus-"));
  // The programs of older versions go by the whole path, also as another user.
  chmodSync(folder, 0o755);
  const files = path.join(folder, "files");
  createCluster(files, ["--no-sync"], programs);
  const host = createSocketFolder();
  let cluster: Cluster;
  const start = async () => {
    cluster = await startCluster(files, {
      host,
      programs,
      settings: [...SETTINGS, `citus.local_hostname=${host}`, ...settings],
    });
  };
  await start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(host)}`,
    start,
    async kill() {
      const [pid = ""] = readFileSync(path.join(files, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      await cluster.ended;
    },
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const DEBIAN = "/usr/lib/postgresql";

/** The folder of the programs of a PostgreSQL that has Citus; null where none has. PG_CONFIG names one that is elsewhere. */
export function findCitus(): string | null {
  const given = process.env["PG_CONFIG"] ?? "";
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN).toSorted().toReversed() : [];
  const configs = [
    ...(given === "" ? [] : [given]),
    ...versions.map((version) => path.join(DEBIAN, version, "bin/pg_config")),
    "pg_config",
  ];
  for (const config of configs) {
    if (fs.existsSync(path.join(ask(config, "--sharedir"), "extension/citus.control"))) return ask(config, "--bindir");
  }
  return null;
}

function ask(config: string, question: string): string {
  try {
    return execFileSync(config, [question], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
