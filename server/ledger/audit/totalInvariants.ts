import { type Invariant, fromSql } from "./invariant.ts";

/** What must hold of the sums and counts that are kept beside the rows. */
export const TOTAL_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "the balances of every coin are those of the ledger",
    `select format('%s of %s: stored %s of %s lines, counted %s of %s', tg_user_id, coin_type,
       t.balance_base, t.entry_count, l.balance_base, l.entry_count) as breach
     from (select * from account_total where tg_user_id < 0) t
     full join (
       select holder_of(account) as tg_user_id, coin_type, sum(amount_base) as balance_base, count(*) as entry_count
       from ledger_entry
       where account in
         ('treasury:' || coin_type, 'cold:' || coin_type, 'fees:' || coin_type, 'unmatched:' || coin_type)
       group by 1, 2
     ) l using (tg_user_id, coin_type)
     where (coalesce(t.balance_base, 0), coalesce(t.entry_count, 0))
       <> (coalesce(l.balance_base, 0), coalesce(l.entry_count, 0))`,
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
  fromSql(
    "every ranking sum is the value of the first shares of envelopes that are summed",
    `select format('%s %s %s: %s stored, %s counted', kind, subject_id, period,
       coalesce(r.value_micros, 0), coalesce(c.value_micros, 0)) as breach
     from ranking_sum r
     full join (
       select s.kind, s.subject_id, p.period, sum(r.value_micros) as value_micros
       from ranked_share r
       cross join lateral (values ('user', r.sender_id), ('chat', r.chat_id)) s (kind, subject_id)
       cross join lateral (values ('all'), (r.week)) p (period)
       where s.subject_id is not null
       group by 1, 2, 3
     ) c using (kind, subject_id, period)
     where r.value_micros is distinct from c.value_micros
     union all
     select format('share of %s from %s in %s: %s stored, %s counted', claimer_id, sender_id, week,
       to_jsonb(r) - 'claimed_at', to_jsonb(c) - 'claimed_at')
     from ranked_share r
     full join (
       select distinct on (sender_id, claimer_id, week) * from (
         select e.sender_id, c.tg_user_id as claimer_id,
           to_char(date_trunc('week', c.claimed_at at time zone 'UTC'), 'YYYY-MM-DD') as week, e.envelope_id, e.chat_id,
           c.claimed_at, div(c.amount_base * e.value_micros, e.total_base) as value_micros
         from envelope e join claim c on c.envelope_id = e.envelope_id and c.tg_user_id <> e.sender_id
         where e.is_summed
       ) share
       where value_micros > 0
       order by sender_id, claimer_id, week, claimed_at, envelope_id
     ) c using (sender_id, claimer_id, week)
     where (r.envelope_id, r.chat_id, r.value_micros) is distinct from (c.envelope_id, c.chat_id, c.value_micros)
     union all
     select format('%s is worth something unopened', envelope_id) from envelope
     where value_micros is not null and opened_at is null`,
  ),
  fromSql(
    "a group is ranked once five people have claimed from its ended envelopes",
    `select format('group %s: %s stored, %s counted', chat_id, g.people, c.people) as breach
     from (select chat_id, count(*) as people from group_claimer group by 1) g
     full join (
       select e.chat_id, count(distinct c.tg_user_id) filter (where c.tg_user_id < 4503599627370496) as people,
         count(distinct c.tg_user_id) as ever
       from envelope e join claim c on c.envelope_id = e.envelope_id
       where e.is_summed and e.chat_id is not null
       group by 1
     ) c using (chat_id)
     full join (
       select subject_id as chat_id, bool_or(is_hidden) as has_hidden, bool_or(not is_hidden) as has_shown
       from ranking_sum where kind = 'chat' group by 1
     ) r using (chat_id)
     where coalesce(g.people, 0) <> coalesce(c.people, 0)
       or (r.has_hidden and (r.has_shown or g.people >= 5))
       or (r.has_shown and coalesce(c.ever, 0) < 5)`,
  ),
  fromSql(
    "who hides is hidden in every ranking",
    `select format('user %s', subject_id) as breach
     from ranking_sum r left join tg_user u on r.kind = 'user' and u.tg_user_id = r.subject_id
     where r.kind = 'user' and r.is_hidden <> coalesce(u.hides_from_ranking, false)`,
  ),
  fromSql(
    "the totals of every person are those of the ledger, the claims and the ended envelopes",
    `select format('user %s %s: stored %s, counted %s', tg_user_id, coin_type, to_jsonb(t), to_jsonb(c)) as breach
     from (select * from account_total where tg_user_id > 0) t
     full join (
       select tg_user_id, coin_type, sum(balance_base) as balance_base, sum(entry_count) as entry_count,
         sum(claim_count) as claim_count, sum(claimed_base) as claimed_base, sum(best_luck_count) as best_luck_count,
         sum(sent_base) as sent_base, sum(paid_out_base) as paid_out_base, sum(not_received_count) as not_received_count,
         sum(partially_received_count) as partially_received_count, sum(received_count) as received_count
       from (
         select split_part(account, ':', 2)::bigint as tg_user_id, coin_type, sum(amount_base) as balance_base,
           count(*) as entry_count, 0 as claim_count, 0 as claimed_base, 0 as best_luck_count, 0 as sent_base,
           0 as paid_out_base, 0 as not_received_count, 0 as partially_received_count, 0 as received_count
         from ledger_entry where account ~ '^user:[0-9]{1,18}:' group by 1, 2
         union all
         select c.tg_user_id, c.coin_type, 0, 0, count(*), sum(c.amount_base),
           count(*) filter (
             where e.type = 'luckyDraw' and e.status = 'finished' and e.count >= 2 and c.amount_base = e.best_base
           ), 0, 0, 0, 0, 0
         from claim c join envelope e on e.envelope_id = c.envelope_id group by 1, 2
         union all
         select sender_id, coin_type, 0, 0, 0, 0, 0,
           coalesce(sum(total_base - refunded_base) filter (where opened_at is not null), 0), sum(claimed_base),
           count(*) filter (where record_status = 'notReceived'),
           count(*) filter (where record_status = 'partiallyReceived'),
           count(*) filter (where record_status = 'received')
         from envelope where is_summed group by 1, 2
       ) parts
       group by 1, 2
     ) c using (tg_user_id, coin_type)
     where (t.balance_base, t.entry_count, t.claim_count, t.claimed_base, t.best_luck_count, t.sent_base,
         t.paid_out_base, t.not_received_count, t.partially_received_count, t.received_count)
       is distinct from (c.balance_base, c.entry_count, c.claim_count, c.claimed_base, c.best_luck_count, c.sent_base,
         c.paid_out_base, c.not_received_count, c.partially_received_count, c.received_count)
     union all
     select format('%s (%s) is summed', envelope_id, status) from envelope
     where is_summed and status not in ('finished', 'refunded', 'cancelled')`,
  ),
];
