import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectBalance } from "./accounts.ts";

/** What one coin's books hold, in base units. */
export interface Books {
  people: bigint;
  envelopes: bigint;
  orders: bigint;
  payouts: bigint;
  unmatched: bigint;
  fees: bigint;
  /** All of the above. */
  owed: bigint;
  /** What operators moved to cold addresses. */
  cold: bigint;
  /** What the treasury must hold. */
  treasury: bigint;
}

/**
 * Sums that the auditor compares with the ledger; in one statement, so they are of one moment. Each is kept or goes over
 * what is under way alone. What people have is the rest, since the ledger sums to zero.
 */
export async function readBooks(database: Kysely<Schema>, coinType: CoinType): Promise<Books> {
  const { rows } = await sql<Omit<Books, "people" | "owed">>`
    select
      -- Apart, since each status has an index of its own.
      coalesce((
        select sum(total_base - claimed_base - refunded_base) from envelope
        where coin_type = ${coinType} and status = 'open'
      ), 0) + coalesce((
        select sum(total_base - claimed_base - refunded_base) from envelope
        where coin_type = ${coinType} and status = 'expired'
      ), 0) as envelopes,
      coalesce((
        select sum(paid_base) from payment_order
        where coin_type = ${coinType} and status in ('awaitingPayment', 'partiallyPaid', 'confirming')
      ), 0) + coalesce((
        select sum(paid_base) from payment_order where coin_type = ${coinType} and is_opening_due
      ), 0) as orders,
      coalesce((
        select sum(gross_base) from payout
        where coin_type = ${coinType} and status in ('queued', 'held', 'sending', 'confirming')
      ), 0) as payouts,
      ${selectBalance("unmatched", coinType)} as unmatched,
      ${selectBalance("fees", coinType)} as fees,
      -${selectBalance("cold", coinType)} as cold,
      -${selectBalance("treasury", coinType)} as treasury
  `.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no sums");
  const { envelopes, orders, payouts, unmatched, fees, cold, treasury } = row;
  const owed = treasury + cold;
  return { ...row, people: owed - envelopes - orders - payouts - unmatched - fees, owed };
}

/** What people have by their own balances. It goes over all people, so it is for what is read once a day. */
export async function sumPeople(database: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ people: bigint }>`
    select coalesce(sum(balance_base), 0) as people from account_total where coin_type = ${coinType} and tg_user_id > 0
  `.execute(database);
  return rows[0]?.people ?? 0n;
}
