import { beginSnapshot } from "#server/db/citus/snapshot.ts";
import type { Database } from "#server/db/database.ts";
import { HISTORY_INVARIANTS } from "./historyInvariants.ts";
import type { Invariant } from "./invariant.ts";
import { OPERATOR_INVARIANTS } from "./operatorInvariants.ts";
import { PAYOUT_INVARIANTS } from "./payoutInvariants.ts";
import { DEPOSIT_INVARIANTS } from "./depositInvariants.ts";
import { ENVELOPE_INVARIANTS } from "./envelopeInvariants.ts";
import { LEDGER_INVARIANTS } from "./ledgerInvariants.ts";
import { PROOF_INVARIANTS } from "./proofInvariants.ts";
import { TOTAL_INVARIANTS } from "./totalInvariants.ts";

export interface AuditResult {
  name: string;
  breachCount: number;
  /** The first breaches. */
  examples: readonly string[];
}

export interface AuditReport {
  isSound: boolean;
  results: readonly AuditResult[];
}

const MAX_EXAMPLES = 10;

const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...ENVELOPE_INVARIANTS,
  ...DEPOSIT_INVARIANTS,
  ...PAYOUT_INVARIANTS,
  ...OPERATOR_INVARIANTS,
  ...TOTAL_INVARIANTS,
  ...PROOF_INVARIANTS,
  ...HISTORY_INVARIANTS,
];

/** Checks every invariant of money and life cycles on one consistent snapshot. */
export async function auditDatabase(database: Database): Promise<AuditReport> {
  const client = await database.pool.connect();
  try {
    await beginSnapshot(client, database);
    const results: AuditResult[] = [];
    for (const { name, findBreaches } of INVARIANTS) {
      const breaches = await findBreaches(client);
      results.push({ name, breachCount: breaches.length, examples: breaches.slice(0, MAX_EXAMPLES) });
    }
    return { isSound: results.every(({ breachCount }) => breachCount === 0), results };
  } finally {
    await client.query("rollback").catch(() => {});
    client.release();
  }
}
