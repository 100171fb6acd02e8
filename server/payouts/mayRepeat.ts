import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { PayoutRow } from "./payoutRow.ts";

/** Transactions of a payout that the limits let pass as one. */
const MOST_FREE = 2;

/**
 * Whether a payout that was signed before may be signed anew whatever the limits say: the first time, and one that an
 * operator released once a day, since the limits may never have room for it.
 */
export async function mayRepeat(
  trx: Kysely<Schema>,
  { payout_id: payoutId, released_at: releasedAt }: PayoutRow,
  dayAgo: Date,
): Promise<boolean> {
  // Those with one number exclude each other.
  const { signings, newest } = await trx
    .selectFrom("payout_attempt")
    .select([
      sql<number>`count(distinct coalesce(sequence::text, tx_hash))::integer`.as("signings"),
      sql<Date | null>`max(signed_at)`.as("newest"),
    ])
    .where("payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return signings < MOST_FREE || (releasedAt !== null && (newest === null || newest <= dayAgo));
}
