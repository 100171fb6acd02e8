import type pg from "pg";

/** Stores people's totals of ended envelopes and claims that were inserted without the product. */
export async function sumTotals(client: pg.Client): Promise<void> {
  await client.query(
    `insert into person_total (tg_user_id, coin_type, claim_count, claimed_base, sent_base, paid_out_base,
       not_received_count, received_count)
     select tg_user_id, coin_type, sum(claims), sum(claimed), sum(sent), sum(paid_out), sum(not_received), sum(received)
     from (
       select tg_user_id, coin_type, count(*) as claims, sum(amount_base) as claimed, 0 as sent, 0 as paid_out,
         0 as not_received, 0 as received
       from claim group by 1, 2
       union all
       select sender_id, coin_type, 0, 0, sum(total_base - refunded_base), sum(claimed_base),
         count(*) filter (where claimed_count = 0), count(*) filter (where claimed_count = count)
       from envelope where is_summed group by 1, 2
     ) sums
     group by 1, 2`,
  );
}
