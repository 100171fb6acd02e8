import { fromSql } from "./fromSql.ts";
import type { Invariant } from "./invariant.ts";

/** What must hold of the sums and counts that are kept beside the rows. People's are in SQL_INVARIANTS. */
export const TOTAL_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "the balances of every coin are those of the ledger",
    `select format('%s: stored %s, counted %s', coin_type, to_jsonb(t), to_jsonb(l)) as breach
     from coin_balance t
     full join (
       select coin_type,
         coalesce(sum(amount_base) filter (where account = 'treasury:' || coin_type), 0) as treasury_base,
         coalesce(sum(amount_base) filter (where account = 'cold:' || coin_type), 0) as cold_base,
         coalesce(sum(amount_base) filter (where account = 'fees:' || coin_type), 0) as fees_base,
         coalesce(sum(amount_base) filter (where account = 'unmatched:' || coin_type), 0) as unmatched_base
       from ledger_entry
       where account in
         ('treasury:' || coin_type, 'cold:' || coin_type, 'fees:' || coin_type, 'unmatched:' || coin_type)
       group by coin_type
     ) l using (coin_type)
     where (t.treasury_base, t.cold_base, t.fees_base, t.unmatched_base)
       is distinct from (l.treasury_base, l.cold_base, l.fees_base, l.unmatched_base)`,
  ),
  fromSql(
    "the counts of what has ended are those of the rows that are counted, and nothing else is",
    `with counted as (
       select 'envelope' as chart, status, status in ('finished', 'refunded', 'cancelled') as has_ended
       from envelope where is_summed
       union all
       select 'order', status, status in ('paid', 'cancelled', 'expired') from payment_order where is_counted
     )
     select format('%s %s: stored %s, counted %s', chart, status, c.count, r.count) as breach
     from ended_count c
     full join (select chart, status, count(*) as count from counted group by chart, status) r using (chart, status)
     where c.count is distinct from r.count
     union all
     select format('%s (%s) is counted', chart, status) from counted where not has_ended`,
  ),
];
