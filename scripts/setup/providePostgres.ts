import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { createCluster, createSocketFolder, startCluster } from "#server/db/embedded/startCluster.ts";
import { CannotSetUp } from "./CannotSetUp.ts";

const OLDEST_VERSION = 15;
/** A power cut would lose only a test database, so it need not reach the disk. */
const TEST_SERVER_SETTINGS = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

export interface PostgresServer {
  /** The URL of a user who may create databases. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * The server at TEST_DATABASE_URL, or a temporary one. `settings` (`name=value`) apply to the temporary one; by default it
 * is fast and not durable.
 */
export async function providePostgres(settings: readonly string[] = TEST_SERVER_SETTINGS): Promise<PostgresServer> {
  const given = process.env["TEST_DATABASE_URL"] ?? "";
  if (given === "") return startTemporary(settings);
  await checkServer(given);
  return { url: given, stop: async () => {} };
}

async function startTemporary(settings: readonly string[]): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A run that is killed leaves the files, not the server.
  try {
    const files = path.join(folder, "files");
    createCluster(files, ["--no-sync"]);
    const host = createSocketFolder();
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
