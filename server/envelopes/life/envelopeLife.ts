import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { readLife } from "#server/records/life.ts";
import type { EnvelopeRow } from "#server/records/wire.ts";
import type { Config } from "#server/config.ts";

/** What became of an envelope, and of the money in it. */
export async function readEnvelopeLife(app: App, row: EnvelopeRow): Promise<components["schemas"]["Life"]> {
  const { envelope_id: id, status, created_at: createdAt } = row;
  const life = { chart: "envelope", id, status, createdAt } as const;
  return { ...(await readLife(app.database.kysely, life, findNext(row))), sums: sumUp(row) };
}

function findNext({ status, expires_at: expiresAt }: EnvelopeRow) {
  if (status === "awaitingPayment") return { state: "open", at: null } as const;
  if (status === "open") return { state: "expired", at: expiresAt } as const;
  return status === "expired" ? ({ state: "refunded", at: null } as const) : null;
}

function sumUp(row: EnvelopeRow): components["schemas"]["LifeSums"] {
  const { claimed_base: claimedBase, refunded_base: refundedBase } = row;
  const fundedBase = row.opened_at === null ? 0n : row.total_base;
  const name = (base: bigint) => formatAmount(base, COINS[row.coin_type].baseDecimals);
  return {
    funded: name(fundedBase),
    claimed: name(claimedBase),
    remaining: name(fundedBase - claimedBase - refundedBase),
    refunded: name(refundedBase),
  };
}

/** From when on its sender may end an envelope; null for one that is not open. */
export function findClosableAt(
  { closeAfterMs }: Pick<Config, "closeAfterMs">,
  { status, opened_at: openedAt }: Pick<EnvelopeRow, "status" | "opened_at">,
): Date | null {
  return status !== "open" || openedAt === null ? null : new Date(openedAt.getTime() + closeAfterMs);
}
