import { spawnSync } from "node:child_process";
import os from "node:os";
import pg from "pg";

/** One line that names what a run uses, so that a failure elsewhere can be compared. `null` is not used. */
export async function describeVersions(used: { chromium: string | null; postgresUrl: string | null }): Promise<string> {
  const names = [`Node ${process.version}`, `${os.type()} ${os.release()}`];
  if (used.chromium !== null) names.push(readChromiumVersion(used.chromium));
  if (used.postgresUrl !== null) names.push(await readPostgresVersion(used.postgresUrl));
  return names.join(", ");
}

function readChromiumVersion(file: string): string {
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return stdout.trim().split("\n").at(-1) ?? "a Chromium without a version";
}

async function readPostgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return `PostgreSQL ${rows[0]?.server_version ?? ""}`;
  } finally {
    await client.end();
  }
}
