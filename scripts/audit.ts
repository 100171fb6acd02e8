/** `npm run audit`: checks every invariant of the configured database. Exit code 1 for a breach, 2 if nothing was checked. */
import { DatabaseUnavailable } from "#server/db/database.ts";
import { type AuditReport, auditDatabase } from "#server/ledger/audit/auditDatabase.ts";
import { PROCESS } from "./run/surroundings.ts";
import { withDatabase } from "./run/withDatabase.ts";

function print({ isSound, results }: AuditReport): void {
  for (const { name, breachCount, examples } of results) {
    console.log(`${breachCount === 0 ? "ok    " : "BREACH"} ${name}${breachCount === 0 ? "" : `: ${breachCount}`}`);
    for (const example of examples) console.log(`       ${example}`);
  }
  console.log(isSound ? `All ${results.length} invariants hold.` : "The database breaks its invariants.");
}

try {
  const report = await withDatabase(PROCESS, auditDatabase);
  print(report);
  process.exitCode = report.isSound ? 0 : 1;
} catch (error) {
  console.error(error instanceof DatabaseUnavailable ? error.message : error);
  process.exitCode = 2;
}
