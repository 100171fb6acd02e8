import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "./accounts.ts";

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

/** Sums that the auditor compares with the ledger; in one statement, so they are of one moment. */
export async function readBooks(database: Kysely<Schema>, coinType: CoinType): Promise<Books> {
  const account = (text: string) =>
    sql`coalesce((select sum(amount_base) from ledger_entry where account = ${text}), 0)`;
  const { rows } = await sql<Omit<Books, "owed">>`
    select
      coalesce((select sum(balance_base) from person_total where coin_type = ${coinType}), 0) as people,
      coalesce((
        select sum(total_base - claimed_base - refunded_base) from envelope
        where coin_type = ${coinType} and status in ('open', 'expired')
      ), 0) as envelopes,
      coalesce((
        select sum(o.paid_base) from payment_order o
        where o.coin_type = ${coinType} and (
          o.status in ('awaitingPayment', 'partiallyPaid', 'confirming')
          or o.status = 'paid' and exists (
            select from envelope e where e.order_id = o.order_id and e.status = 'awaitingPayment'))
      ), 0) as orders,
      coalesce((
        select sum(gross_base - failed_fee_base) from payout
        where coin_type = ${coinType} and status in ('queued', 'held', 'sending', 'confirming')
      ), 0) as payouts,
      ${account(ACCOUNTS.unmatched(coinType))} as unmatched,
      ${account(ACCOUNTS.fees(coinType))} as fees,
      -${account(ACCOUNTS.cold(coinType))} as cold,
      -${account(ACCOUNTS.treasury(coinType))} as treasury
  `.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no sums");
  const { people, envelopes, orders, payouts, unmatched, fees } = row;
  return { ...row, owed: people + envelopes + orders + payouts + unmatched + fees };
}
