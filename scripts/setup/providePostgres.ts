import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { createCluster, createSocketFolder, startCluster } from "#devnet/postgres/cluster.ts";
import { CannotSetUp } from "./system.ts";

const OLDEST_VERSION = 15;
/** A power cut would lose only a test database, so it need not reach the disk. */
const TEST_SERVER_SETTINGS = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=256MB"];
/** A folder in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** A container may have 64 MB. */
const LEAST_MEMORY_BYTES = 2 * 1024 ** 3;

export interface PostgresServer {
  /** The URL of a user who may create databases. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * The server at TEST_DATABASE_URL, or a temporary one. `settings` (`name=value`) apply to the temporary one; by default it
 * is fast and not durable, and in memory where there is enough of it: on a disk, the files of a new database can cost more
 * than all that is done in it.
 */
export async function providePostgres(settings: readonly string[] = TEST_SERVER_SETTINGS): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"] ?? "";
  if (given === "") return startTemporary(settings);
  await checkServer(given);
  return { url: given, stop: async () => {} };
}

async function startTemporary(settings: readonly string[]): Promise<PostgresServer> {
  // With its files in the folder of its socket, which is gone with the server: also with that of a run that is killed.
  const host =
    settings === TEST_SERVER_SETTINGS && hasMemory()
      ? mkdtempSync(path.join(MEMORY_FOLDER, "hongbao-db-"))
      : createSocketFolder();
  const remove = () => rmSync(host, { recursive: true, force: true });
  try {
    const files = path.join(host, "files");
    createCluster(files, ["--no-sync"]);
    const cluster = await startCluster(files, { host, settings: ["max_connections=200", ...settings] });
    const stop = async () => {
      await cluster.stop();
      remove();
    };
    return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(host)}`, stop };
  } catch (error) {
    remove();
    throw new CannotSetUp(`PostgreSQL does not start: ${describe(error)}`);
  }
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= LEAST_MEMORY_BYTES;
  } catch {
    return false;
  }
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
    throw new CannotSetUp(
      `The server at TEST_DATABASE_URL cannot be used: ${describe(error)}. It must be PostgreSQL ${OLDEST_VERSION} or later, with a user who may create databases.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
