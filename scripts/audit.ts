/** `npm run audit`: checks every invariant of the configured database. Exit code 1 for a breach, 2 if nothing was checked. */
import { systemClock } from "#server/clock.ts";
import { DatabaseUnavailable } from "#server/db/databaseUnavailable.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { auditDatabase, type AuditReport } from "#server/ledger/audit/auditDatabase.ts";
import { createLogger } from "#server/logger.ts";
import { withDatabaseUrl } from "./run/withDatabaseUrl.ts";

async function readDatabase(databaseUrl: string): Promise<AuditReport> {
  const write = (line: string) => console.error(line);
  const logger = createLogger({ level: "error", clock: systemClock, secrets: [], write });
  const database = await openDatabase({ databaseUrl }, { logger, isTool: true });
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
  const report = await withDatabaseUrl(readDatabase);
  print(report);
  process.exitCode = report.isSound ? 0 : 1;
} catch (error) {
  console.error(error instanceof DatabaseUnavailable ? error.message : error);
  process.exitCode = 2;
}
