/**
 * `npm run audit`: checks every invariant of the configured database. Only one process can open the embedded database,
 * so a running server checks its own. Exit code 1 for a breach, 2 if nothing was checked.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ADMIN_PORT_FILE } from "#server/admin/startAdmin.ts";
import { systemClock } from "#server/clock.ts";
import { DatabaseUnavailable } from "#server/db/databaseUnavailable.ts";
import { openDatabase, type DatabaseLocation } from "#server/db/openDatabase.ts";
import { auditDatabase, type AuditReport } from "#server/ledger/audit/auditDatabase.ts";
import { createLogger } from "#server/logger.ts";

async function audit(): Promise<AuditReport> {
  const databaseUrl = process.env["DATABASE_URL"] ?? "";
  if (databaseUrl !== "") return readDatabase({ databaseUrl });
  const dataDir = path.resolve(process.env["DATA_DIR"] ?? "data");
  const answer = await askServer(dataDir);
  if (answer !== null) return answer;
  if (!existsSync(path.join(dataDir, "postgres"))) {
    throw new DatabaseUnavailable(
      "unreachable",
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the one to check.`,
    );
  }
  return readDatabase({ dataDir });
}

/** The report of the server that runs on this folder, or null if none is running. */
async function askServer(dataDir: string): Promise<AuditReport | null> {
  const portFile = path.join(dataDir, ADMIN_PORT_FILE);
  if (!existsSync(portFile)) return null;
  const url = `http://127.0.0.1:${readFileSync(portFile, "utf8").trim()}/audit`;
  const response = await fetch(url).catch(() => null);
  if (response === null) return null;
  if (!response.ok)
    throw new DatabaseUnavailable(
      "unreachable",
      `The running server could not check its database (HTTP ${response.status}).`,
    );
  return (await response.json()) as AuditReport;
}

async function readDatabase(location: DatabaseLocation): Promise<AuditReport> {
  const write = (line: string) => console.error(line);
  const logger = createLogger({ level: "error", clock: systemClock, secrets: [], write });
  const database = await openDatabase(location, { logger, canMigrate: false });
  try {
    return await auditDatabase(database);
  } finally {
    await database.close();
  }
}

function print({ isSound, results }: AuditReport): void {
  for (const { name, breachCount, examples } of results) {
    console.log(`${breachCount === 0 ? "ok    " : "BREACH"} ${name}${breachCount === 0 ? "" : `: ${breachCount}`}`);
    for (const example of examples) console.log(`       ${example}`);
  }
  console.log(isSound ? `All ${results.length} invariants hold.` : "The database breaks its invariants.");
}

try {
  const report = await audit();
  print(report);
  process.exitCode = report.isSound ? 0 : 1;
} catch (error) {
  console.error(error instanceof DatabaseUnavailable ? error.message : error);
  process.exitCode = 2;
}
