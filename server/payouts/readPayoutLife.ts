import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import { readLife } from "#server/records/readLife.ts";
import type { PayoutRow } from "./payoutRow.ts";

const NEXT: Partial<Record<PayoutRow["status"], PayoutRow["status"]>> = {
  queued: "sending",
  held: "queued",
  sending: "confirming",
  confirming: "paid",
};

/** What became of a payout, and what comes next on its way to the wallet. */
export async function readPayoutLife(app: App, row: PayoutRow): Promise<components["schemas"]["Life"]> {
  const { payout_id: id, status, created_at: createdAt } = row;
  const state = NEXT[status];
  const next = state === undefined ? null : { state, at: status === "held" ? row.retry_at : null };
  return readLife(app.database.kysely, { chart: "payout", id, status, createdAt }, next);
}
