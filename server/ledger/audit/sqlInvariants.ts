import { fromSql } from "./fromSql.ts";
import type { Invariant } from "./invariant.ts";

/** Balance of each account that has entries. */
const BALANCES = "select account, coin_type, sum(amount_base) as balance from ledger_entry group by account, coin_type";

export const SQL_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "the ledger sums to zero per coin",
    `select format('%s: %s', coin_type, sum(amount_base)) as breach
     from ledger_entry group by coin_type having sum(amount_base) <> 0`,
  ),
  fromSql(
    "each ledger transaction sums to zero and has at least two lines from 1",
    `select format('%s (%s)', transaction_id, coin_type) as breach
     from ledger_entry group by transaction_id, coin_type
     having sum(amount_base) <> 0 or count(*) < 2 or max(line) <> count(*)`,
  ),
  fromSql(
    "minus the treasury is what all other accounts hold",
    `select format('%s: treasury %s, others %s', coin_type, treasury, others) as breach
     from (
       select coin_type,
         coalesce(sum(amount_base) filter (where account = 'treasury:' || coin_type), 0) as treasury,
         coalesce(sum(amount_base) filter (where account <> 'treasury:' || coin_type), 0) as others
       from ledger_entry group by coin_type
     ) sums
     where treasury <> -others or treasury > 0`,
  ),
  fromSql(
    "no account but the treasury and the cold one is negative, and the cold one is never above zero",
    `select format('%s: %s', account, balance) as breach
     from (${BALANCES}) b
     where case account when 'treasury:' || coin_type then false when 'cold:' || coin_type then balance > 0
       else balance < 0 end`,
  ),
  fromSql(
    "every account is of a known kind and of its owner's coin",
    `select format('%s (%s)', account, coin_type) as breach
     from (${BALANCES}) b
     where not case split_part(account, ':', 1)
       when 'user' then account ~ '^user:[1-9][0-9]*:' and split_part(account, ':', 3) = coin_type
         and exists (select from tg_user u where 'user:' || u.tg_user_id || ':' || coin_type = account)
       when 'envelope' then exists (
         select from envelope e where 'envelope:' || e.envelope_id = account and e.coin_type = b.coin_type)
       when 'order' then exists (
         select from payment_order o where 'order:' || o.order_id = account and o.coin_type = b.coin_type)
       when 'payout' then exists (
         select from payout p where 'payout:' || p.payout_id = account and p.coin_type = b.coin_type)
       when 'unmatched' then account = 'unmatched:' || coin_type
       when 'fees' then account = 'fees:' || coin_type
       when 'cold' then account = 'cold:' || coin_type
       when 'treasury' then account = 'treasury:' || coin_type
       else false
     end`,
  ),
  fromSql(
    "every opened envelope has one share per slot that sum to its total",
    `select e.envelope_id as breach
     from envelope e left join share s on s.envelope_id = e.envelope_id
     group by e.envelope_id
     having case when e.opened_at is null then count(s.slot) <> 0
       else count(s.slot) <> e.count or sum(s.amount_base) <> e.total_base
         or min(s.slot) <> 1 or max(s.slot) <> e.count or max(s.amount_base) is distinct from e.best_base end`,
  ),
  fromSql(
    "every claim holds the share of its slot, slots are taken in order",
    `select format('%s slot %s', c.envelope_id, c.slot) as breach
     from claim c
     join envelope e on e.envelope_id = c.envelope_id
     left join share s on s.envelope_id = c.envelope_id and s.slot = c.slot
     where s.amount_base is distinct from c.amount_base or c.coin_type <> e.coin_type or c.slot > e.claimed_count`,
  ),
  fromSql(
    "claimed count and sum of an envelope are those of its claims",
    `select e.envelope_id as breach
     from envelope e left join claim c on c.envelope_id = e.envelope_id
     group by e.envelope_id
     having count(c.slot) <> e.claimed_count or coalesce(sum(c.amount_base), 0) <> e.claimed_base`,
  ),
  fromSql(
    "no person has two claims on one envelope",
    `select format('%s by %s', envelope_id, tg_user_id) as breach
     from claim group by envelope_id, tg_user_id having count(*) > 1`,
  ),
  fromSql(
    "every claim is booked once, from its envelope to its claimer",
    `select coalesce(c.claim_id, l.transaction_id) as breach
     from claim c
     full join (
       select transaction_id,
         max(account) filter (where amount_base < 0) as payer, max(account) filter (where amount_base > 0) as payee,
         max(amount_base) as amount, count(*) as lines
       from ledger_entry where kind = 'claim' group by transaction_id
     ) l on l.transaction_id = 'claim:' || c.claim_id
     where c.claim_id is null or l.lines is distinct from 2 or l.amount <> c.amount_base
       or l.payer <> 'envelope:' || c.envelope_id or l.payee <> 'user:' || c.tg_user_id || ':' || c.coin_type`,
  ),
  fromSql(
    "an envelope's account holds total minus claimed minus refunded while open, and nothing before and after",
    `select format('%s (%s): %s', e.envelope_id, e.status, coalesce(b.balance, 0)) as breach
     from envelope e left join (${BALANCES}) b on b.account = 'envelope:' || e.envelope_id
     where coalesce(b.balance, 0) <> case
       when e.status in ('open', 'expired') then e.total_base - e.claimed_base - e.refunded_base else 0 end`,
  ),
  fromSql(
    "finished envelopes are full, refunded ones gave back the rest, others refunded nothing",
    `select format('%s (%s)', envelope_id, status) as breach from envelope
     where case status
       when 'finished' then claimed_count <> count or claimed_base <> total_base or refunded_base <> 0
       when 'refunded' then claimed_count >= count or claimed_base + refunded_base <> total_base
       else refunded_base <> 0 or (status not in ('open', 'expired') and claimed_count <> 0) end
     or (status in ('finished', 'refunded', 'cancelled', 'expired')) <> (ended_at is not null)
     or (status in ('open', 'finished', 'expired', 'refunded')) <> (opened_at is not null)`,
  ),
  fromSql(
    "every refund is booked once",
    `select coalesce(e.envelope_id, l.transaction_id) as breach
     from (select envelope_id, refunded_base from envelope where refunded_base > 0) e
     full join (
       select transaction_id, max(amount_base) as amount from ledger_entry where kind = 'refund' group by transaction_id
     ) l on l.transaction_id = 'refund:' || e.envelope_id
     where l.amount is distinct from e.refunded_base`,
  ),
  fromSql(
    "an order's paid amount is what was credited to it, at most what is due",
    `select format('%s: paid %s, credited %s', o.order_id, o.paid_base, coalesce(l.credited, 0)) as breach
     from payment_order o
     left join (
       select account, sum(amount_base) as credited from ledger_entry
       where account like 'order:%' and amount_base > 0 group by account
     ) l on l.account = 'order:' || o.order_id
     where o.paid_base <> coalesce(l.credited, 0) or o.paid_base > o.amount_base
       or (o.status = 'paid') <> (o.paid_base = o.amount_base)
       or (o.status = 'awaitingPayment' and o.paid_base <> 0)
       or (o.status = 'partiallyPaid' and o.paid_base = 0)`,
  ),
  fromSql(
    "an order's account holds what is paid until it ends and its envelopes open, and nothing after",
    `select format('%s (%s): %s', o.order_id, o.status, coalesce(b.balance, 0)) as breach
     from payment_order o left join (${BALANCES}) b on b.account = 'order:' || o.order_id
     where coalesce(b.balance, 0) <> case
       when o.status in ('awaitingPayment', 'partiallyPaid', 'confirming') then o.paid_base
       when o.status = 'paid' and exists (
         select from envelope e where e.order_id = o.order_id and e.status = 'awaitingPayment') then o.paid_base
       else 0 end`,
  ),
  fromSql(
    "envelopes of an order are worth its amount and follow its end",
    `select format('%s (%s)', o.order_id, o.status) as breach
     from payment_order o left join envelope e on e.order_id = o.order_id
     group by o.order_id
     having sum(e.total_base) is distinct from o.amount_base
       or bool_or(e.sender_id <> o.tg_user_id or e.coin_type <> o.coin_type)
       or bool_or(case
         when o.status = 'paid' then e.opened_at is null and e.status <> 'awaitingPayment'
         when o.status in ('cancelled', 'expired') then e.status <> 'cancelled'
         else e.status not in ('draft', 'awaitingPayment') end)
       -- Paid while money was missing: all of them wait, and the order is marked.
       or count(distinct e.status = 'awaitingPayment') <> 1
       or o.is_opening_due <> (o.status = 'paid' and bool_or(e.status = 'awaitingPayment'))`,
  ),
  fromSql(
    "the treasury held what the books say when they were last compared with the chain",
    `select format('%s: %s missing', split_part(name, ':', 2), value) as breach
     from job_state where name like 'payoutsStopped:%'`,
  ),
  fromSql(
    "every settled transfer is booked exactly once, and nothing is booked without one",
    `select coalesce(t.transaction_id, l.transaction_id) as breach
     from (
       select 'transfer:' || coin_type || ':' || tx_hash || ':' || transfer_index as transaction_id, coin_type, amount_base
       from chain_transfer where settled_at is not null
     ) t
     full join (
       select transaction_id, coin_type, sum(amount_base) as amount, count(*) as lines
       from ledger_entry where kind = 'deposit' and account = 'treasury:' || coin_type group by transaction_id, coin_type
     ) l on l.transaction_id = t.transaction_id and l.coin_type = t.coin_type
     where l.amount is distinct from -t.amount_base or l.lines is distinct from 1`,
  ),
  fromSql(
    "every transfer's money went where its outcome says",
    `select format('%s %s (%s)', t.coin_type, t.tx_hash, t.outcome) as breach
     from chain_transfer t
     where t.settled_at is not null and not exists (
       select from ledger_entry l
       where l.transaction_id in (
           'transfer:' || t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index,
           'proof:' || t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index,
           'assign:' || t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index,
           'coldReturn:' || t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index)
         and l.amount_base > 0
         and l.account = case t.outcome
           when 'unmatched' then 'unmatched:' || t.coin_type
           when 'order' then 'order:' || t.order_id
           when 'cold' then l.account
           else 'user:' || t.tg_user_id || ':' || t.coin_type end)`,
  ),
  fromSql(
    "the treasury moves only by transfers, by payouts, by what operators book and by what its reconciliation finds",
    `select format('%s (%s)', transaction_id, kind) as breach
     from ledger_entry
     where account = 'treasury:' || coin_type
       and kind not in ('deposit', 'dust', 'opening', 'surplus', 'payoutPaid', 'payoutReturned', 'outgoing', 'upkeep')`,
  ),
  fromSql(
    "dust goes from the treasury to unmatched, and its sums are what is booked",
    `select transaction_id as breach
     from ledger_entry where kind = 'dust'
     group by transaction_id, coin_type
     having count(*) <> 2 or transaction_id !~ ('^dust:' || coin_type || ':[0-9]+$')
       or coalesce(max(amount_base) filter (where account = 'unmatched:' || coin_type), 0) <= 0
       or coalesce(max(amount_base) filter (where account = 'treasury:' || coin_type), 0) >= 0
     union all
     select format('%s: %s booked, %s summed', coin_type, coalesce(l.amount, 0), coalesce(d.amount, 0))
     from (
       select coin_type, sum(amount_base) as amount from ledger_entry where kind = 'dust' and amount_base > 0 group by 1
     ) l
     full join (select coin_type, sum(amount_base) as amount from dust group by 1) d using (coin_type)
     where l.amount is distinct from d.amount`,
  ),
  fromSql(
    "what receiving costs the treasury is paid by the account of fees alone",
    `select transaction_id as breach
     from ledger_entry where kind = 'upkeep'
     group by transaction_id, coin_type
     having count(*) <> 2 or transaction_id !~ ('^upkeep:' || coin_type || ':[0-9]+$')
       or coalesce(max(amount_base) filter (where account = 'treasury:' || coin_type), 0) <= 0
       or coalesce(max(amount_base) filter (where account = 'fees:' || coin_type), 0) >= 0`,
  ),
  fromSql(
    "what a reconciliation finds goes from the treasury to unmatched, and only the first of a coin is an opening",
    `select transaction_id as breach
     from ledger_entry where kind in ('opening', 'surplus')
     group by transaction_id, kind, coin_type
     having count(*) <> 2 or transaction_id !~ ('^' || kind || ':' || coin_type || ':[0-9]+$')
       or coalesce(max(amount_base) filter (where account = 'unmatched:' || coin_type), 0) <= 0
       or coalesce(max(amount_base) filter (where account = 'treasury:' || coin_type), 0) >= 0
     union all
     select coin_type from ledger_entry where kind = 'opening' group by coin_type having count(distinct transaction_id) > 1`,
  ),
  fromSql(
    "the unmatched account is the sum of unmatched transfers and of what reconciliations found and nobody got",
    `select format('%s: %s booked, %s unmatched', coalesce(b.coin_type, t.coin_type), coalesce(b.balance, 0), coalesce(t.amount, 0)) as breach
     from (select * from (${BALANCES}) all_balances where account like 'unmatched:%') b
     full join (
       select coin_type, sum(amount_base) as amount from (
         select coin_type, amount_base from chain_transfer where outcome = 'unmatched'
         union all
         select coin_type, amount_base from ledger_entry where kind in ('opening', 'surplus', 'dust') and amount_base > 0
         union all
         select coin_type, -amount_base from operator_action where kind = 'assignSurplus'
         union all
         select coin_type, amount_base from ledger_entry
         where kind in ('outgoing', 'raiseFee') and account = 'unmatched:' || coin_type
       ) found group by coin_type
     ) t on t.coin_type = b.coin_type
     where coalesce(b.balance, 0) <> coalesce(t.amount, 0)`,
  ),
  fromSql(
    "every assignment is booked once, from unmatched to its person, and is in the operators' log",
    `select coalesce(a.transaction_id, l.transaction_id) as breach
     from (select * from operator_action where kind in ('assignTransfer', 'assignSurplus')) a
     full join (
       select transaction_id, coin_type, count(*) as lines, max(amount_base) as amount,
         max(account) filter (where amount_base < 0) as payer, max(account) filter (where amount_base > 0) as payee
       from ledger_entry where kind = 'assign' group by transaction_id, coin_type
     ) l on l.transaction_id = a.transaction_id and l.coin_type = a.coin_type
     where a.transaction_id is null or l.lines is distinct from 2 or l.amount <> a.amount_base
       or l.payer <> 'unmatched:' || a.coin_type or l.payee <> 'user:' || a.tg_user_id || ':' || a.coin_type`,
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
     from person_total t
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
  fromSql(
    "every ledger transaction lies with its envelope, or by itself",
    `select transaction_id as breach
     from ledger_entry
     group by transaction_id
     having count(distinct home) > 1 or max(home) is distinct from coalesce(
       max(substr(account, length('envelope:') + 1)) filter (where account like 'envelope:%'), transaction_id)`,
  ),
  fromSql(
    "every order names its envelopes",
    `select o.order_id as breach
     from payment_order o
     where o.envelope_ids is distinct from
       (select array_agg(e.envelope_id order by e.envelope_id) from envelope e where e.order_id = o.order_id)`,
  ),
  fromSql(
    "every envelope is found by its passphrase, if it has one",
    `select coalesce(e.envelope_id, p.envelope_id) as breach
     from envelope e
     full join passphrase_envelope p on p.envelope_id = e.envelope_id and p.passphrase_hash = e.passphrase_hash
     where e.claim_rule is distinct from 'members'
       and (e.chat_id, e.has_generated_passphrase) is distinct from (p.chat_id, p.is_generated)`,
  ),
];
