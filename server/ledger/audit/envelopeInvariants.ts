import { BALANCES, type Invariant, fromSql } from "./invariant.ts";

/** What must hold of envelopes, their claims and their orders. */
export const ENVELOPE_INVARIANTS: readonly Invariant[] = [
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
    "every claim holds the share of its slot; claims are numbered in order, and take the slots in it where each is at once",
    `select format('%s slot %s', c.envelope_id, c.slot) as breach
     from claim c
     join envelope e on e.envelope_id = c.envelope_id
     left join share s on s.envelope_id = c.envelope_id and s.slot = c.slot
     where s.amount_base is distinct from c.amount_base or c.coin_type <> e.coin_type or c.number > e.claimed_count
       or e.draw_rule = 'instant' and c.slot <> c.number
       or exists (select from claim o where o.envelope_id = c.envelope_id and o.number = c.number and o.slot <> c.slot)`,
  ),
  fromSql(
    "in a draw for all, who has won holds a claim, and nobody else",
    `select format('%s by %s', coalesce(n.envelope_id, c.envelope_id), coalesce(n.tg_user_id, c.tg_user_id)) as breach
     from (select * from entry where status = 'won') n
     full join (
       select c.* from claim c join envelope e on e.envelope_id = c.envelope_id where e.draw_rule = 'together'
     ) c on c.envelope_id = n.envelope_id and c.claim_id = n.entry_id and c.tg_user_id = n.tg_user_id
     where n.envelope_id is null or c.envelope_id is null`,
  ),
  fromSql(
    "entries are numbered and counted, and wait until their window is settled, and no longer",
    `select e.envelope_id as breach
     from envelope e
     left join (
       select envelope_id, count(*) as entries, max(place) as places from entry group by envelope_id
     ) n on n.envelope_id = e.envelope_id
     where e.entry_count <> coalesce(n.entries, 0) or e.entry_count <> coalesce(n.places, 0)
     union all
     select format('%s in round %s', w.envelope_id, w.round)
     from draw_window w
     left join entry n on n.envelope_id = w.envelope_id and n.round = w.round
     group by w.envelope_id, w.round
     having count(n.entry_id) <> w.entries
       or count(*) filter (where n.status = 'waiting') <> case when w.settled_at is null then w.entries else 0 end`,
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
    `select format('%s (%s)', envelope_id, status) as breach from envelope e
     where case status
       when 'finished' then claimed_count <> count or claimed_base <> total_base or refunded_base <> 0
       when 'refunded' then claimed_count >= count or claimed_base + refunded_base <> total_base
       else refunded_base <> 0 or (status not in ('open', 'expired') and claimed_count <> 0) end
     or (status in ('finished', 'refunded', 'cancelled', 'expired')
       -- Its sender has ended it, and it waits for its round.
       or ended_at is not null and status = 'open' and exists (
         select from draw_window w where w.envelope_id = e.envelope_id and w.settled_at is null and w.closed_at is not null)
     ) <> (ended_at is not null)
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
