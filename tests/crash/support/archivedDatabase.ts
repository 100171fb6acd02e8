import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createCluster, createSocketFolder, startCluster } from "#devnet/postgres/cluster.ts";

const LOOK_EVERY_MS = 50;

/** A PostgreSQL that archives its WAL, as docs/operations.md asks an operator to. */
export interface ArchivedDatabase {
  readonly url: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Copies its files while it runs. */
  backUp(): Promise<void>;
  /** Names the present moment. */
  name(point: string): Promise<void>;
  /** Loses all files, and goes on from the backup and the archive up to a named moment. */
  restore(point: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder an empty one that everybody may enter */
export async function startArchivedDatabase(folder: string): Promise<ArchivedDatabase> {
  const [files, backup, archive] = ["files", "backup", "archive"].map((name) => path.join(folder, name));
  if (files === undefined || backup === undefined || archive === undefined) throw new Error("three folders");
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  createCluster(files, ["--no-sync"]);
  const host = createSocketFolder();
  const archiving = ["wal_level=replica", "archive_mode=on", `archive_command=cp "%p" "${archive}/%f"`];
  let cluster = await startCluster(files, { host, settings: archiving });
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(host)}`;

  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
  const query = (text: string) =>
    withClient(async (client) => (await client.query<Record<string, unknown>>(text)).rows);

  return {
    url,
    query,
    backUp: () =>
      withClient(async (client) => {
        await client.query("select pg_backup_start('test', true)");
        // A file that is gone before it is copied was a temporary one.
        spawnSync("cp", ["-a", files, backup], { stdio: "ignore" });
        rmSync(path.join(backup, "postmaster.pid"), { force: true });
        const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
        writeOwned(path.join(backup, "backup_label"), rows[0]?.labelfile ?? "");
      }),
    async name(point) {
      await query(`select pg_create_restore_point('${point}')`);
      const [row] = await query("select pg_walfile_name(pg_switch_wal()) as file");
      while (!existsSync(path.join(archive, String(row?.["file"])))) await wait(LOOK_EVERY_MS);
    },
    async restore(point) {
      await cluster.stop();
      rmSync(files, { recursive: true });
      renameSync(backup, files);
      writeOwned(path.join(files, "recovery.signal"), "");
      // Its former folder ended with the server.
      mkdirSync(host, { recursive: true });
      cluster = await startCluster(files, {
        host,
        settings: [
          `restore_command=cp "${archive}/%f" "%p"`,
          `recovery_target_name=${point}`,
          "recovery_target_action=promote",
        ],
      });
      while ((await query("select pg_is_in_recovery() as is"))[0]?.["is"] === true) await wait(LOOK_EVERY_MS);
    },
    stop: () => cluster.stop(),
  };
}

/** The server runs as the owner of its folder. */
function writeOwned(file: string, text: string): void {
  writeFileSync(file, text);
  const { uid, gid } = statSync(path.dirname(file));
  chownSync(file, uid, gid);
}
