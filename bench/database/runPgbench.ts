import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { CannotSetUp, findExecutable } from "../../scripts/setup/system.ts";

const FOLDERS = ["19", "18", "17", "16", "15"].map((version) => `/usr/lib/postgresql/${version}/bin`);

interface PgbenchRun {
  databaseUrl: string;
  script: string;
  /** Initial values; each client keeps its own changes. */
  variables: Readonly<Record<string, string | number>>;
  clients: number;
  transactionsPerClient: number;
}

/** Only a PostgreSQL of the system has it. */
export function findPgbench(): string | null {
  return findExecutable(["pgbench"], FOLDERS);
}

/** Runs a script with prepared statements and returns transactions per second, without connecting. */
export async function runPgbench(run: PgbenchRun): Promise<number> {
  const { databaseUrl, script, variables, clients, transactionsPerClient } = run;
  const program = findPgbench();
  if (program === null) throw new CannotSetUp("pgbench is missing. Debian: sudo apt-get install postgresql-contrib");
  const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-pgbench-"));
  try {
    const file = path.join(folder, "script.sql");
    await writeFile(file, script);
    const counts = ["-c", String(clients), "-j", String(Math.min(2, clients)), "-t", String(transactionsPerClient)];
    const defined = Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
    const args = ["-n", "-M", "prepared", ...counts, ...defined, "-f", file, databaseUrl];
    const { stdout } = await promisify(execFile)(program, args);
    const tps = /^tps = ([0-9.]+)/mu.exec(stdout)?.[1];
    const failed = /^number of failed transactions: (\d+)/mu.exec(stdout)?.[1] ?? "0";
    if (tps === undefined || failed !== "0") throw new Error(`pgbench did not finish cleanly:\n${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
