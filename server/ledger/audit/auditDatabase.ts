import { beginSnapshot } from "#server/db/citus/snapshot.ts";
import type { Database } from "#server/db/database.ts";
import { findBrokenStatements } from "./findBrokenStatements.ts";
import { findWrongCommitments } from "./findWrongCommitments.ts";
import { HISTORY_INVARIANTS } from "./historyInvariants.ts";
import type { Invariant } from "./invariant.ts";
import { OPERATOR_INVARIANTS } from "./operatorInvariants.ts";
import { PAYOUT_INVARIANTS } from "./payoutInvariants.ts";
import { SQL_INVARIANTS } from "./sqlInvariants.ts";
import { TOTAL_INVARIANTS } from "./totalInvariants.ts";
import type { PoolClient } from "pg";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";

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
  ...SQL_INVARIANTS,
  ...TOTAL_INVARIANTS,
  ...PAYOUT_INVARIANTS,
  ...OPERATOR_INVARIANTS,
  { name: "every commitment is the hash of its salt and shares", findBreaches: findWrongCommitments },
  { name: "the statements of solvency are one unbroken, signed chain", findBreaches: findBrokenStatements },
  ...HISTORY_INVARIANTS,
  { name: "every status is a state of its chart", findBreaches: findWrongStates },
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

/** Finds envelopes, orders and payouts whose status is not a state of their chart. */
async function findWrongStates(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ breach: string }>(
    `select 'envelope ' || envelope_id || ': ' || status as breach from envelope where status <> all ($1)
     union all
     select 'order ' || order_id || ': ' || status from payment_order where status <> all ($2)
     union all
     select 'payout ' || payout_id || ': ' || status from payout where status <> all ($3)`,
    [envelopeLifecycle, orderLifecycle, payoutLifecycle].map((chart) => Object.keys(chart.states)),
  );
  return rows.map(({ breach }) => breach);
}
