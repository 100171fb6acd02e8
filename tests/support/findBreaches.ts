import type { Database } from "#server/db/database.ts";
import { auditDatabase } from "#server/ledger/audit/auditDatabase.ts";

/** Every broken invariant of a database with its first examples; empty when all is sound. */
export async function findBreaches(database: Database): Promise<string[]> {
  const { results } = await auditDatabase(database);
  return results
    .filter(({ breachCount }) => breachCount > 0)
    .map(({ name, examples }) => `${name}: ${examples.join("; ")}`);
}
