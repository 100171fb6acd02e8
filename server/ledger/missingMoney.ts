import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { readState } from "#server/db/jobState.ts";
import type { Schema } from "#server/db/schema.ts";

/** This mark exists while the treasury holds less than the ledger. Its value is the missing amount in base units. */
const MISSING = "payoutsStopped";

/** Name of the mark in `job_state`. */
export function nameMissing(coinType: CoinType): string {
  return `${MISSING}:${coinType}`;
}

/**
 * Whether the chain held less than the books at the last comparison. Then no envelope is created or opened, and payouts
 * stop; claims of open envelopes continue.
 */
export async function isMoneyMissing(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  return (await readState(database, nameMissing(coinType))) !== null;
}
