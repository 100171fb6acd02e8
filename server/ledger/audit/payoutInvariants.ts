import { type Invariant, fromSql } from "./invariant.ts";

/** What must hold of money that leaves. */
export const PAYOUT_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "a payout's account holds its gross until it ends, and nothing after",
    `select format('%s (%s): %s', p.payout_id, p.status, coalesce(b.balance, 0)) as breach
     from payout p
     left join (
       select account, sum(amount_base) as balance from ledger_entry where account like 'payout:%' group by account
     ) b on b.account = 'payout:' || p.payout_id
     where coalesce(b.balance, 0) <>
       case when p.status in ('queued', 'held', 'sending', 'confirming') then p.gross_base else 0 end`,
  ),
  fromSql(
    "every payout took its gross from its owner once, and ended once as its status says",
    `select p.payout_id as breach
     from payout p
     cross join lateral (
       select
         count(*) filter (where kind = 'payout' and amount_base < 0
           and account = 'user:' || p.tg_user_id || ':' || p.coin_type and amount_base = -p.gross_base) as taken,
         count(distinct kind) filter (where kind <> 'payout') as ends,
         coalesce(sum(amount_base) filter (where account = 'treasury:' || p.coin_type), 0) as spent,
         coalesce(sum(amount_base) filter (where kind = 'payoutBack' and account like 'user:%'), 0) as back,
         bool_or(kind = 'payoutPaid') as is_paid, bool_or(kind = 'payoutReturned') as is_returned
       from ledger_entry
       where transaction_id in ('payout:' || p.payout_id, 'payoutBack:' || p.payout_id,
         'payoutPaid:' || p.payout_id, 'payoutReturned:' || p.payout_id)
     ) l
     where l.taken <> 1 or l.ends <> (case when p.settled_at is null then 0 else 1 end)
       or l.spent <> coalesce(p.spent_base, 0) or l.is_paid <> (p.status = 'paid')
       or l.is_returned <> (p.status = 'returned')
       or l.back <> (case when p.status = 'cancelled' then p.gross_base else 0 end)`,
  ),
  fromSql(
    "a transaction is stored for every payout that is signed, and for no other",
    `select format('%s (%s)', p.payout_id, p.status) as breach
     from payout p
     left join (select payout_id, count(*) as attempts from payout_attempt group by payout_id) a using (payout_id)
     where (coalesce(a.attempts, 0) > 0) <> (p.status in ('sending', 'confirming', 'paid', 'returned'))`,
  ),
  fromSql(
    "the payouts of one transaction have the same bytes, and places without a gap",
    `select a.tx_hash as breach
     from payout_attempt a
     group by a.coin_type, a.tx_hash
     having count(*) <> max(a.part) + 1 or count(distinct md5(a.raw)) > 1 or count(distinct a.payout_id) <> count(*)`,
  ),
  fromSql(
    "every number of a sender is of one payout, and all its transactions with that number are of that payout",
    `select a.tx_hash as breach
     from payout_attempt a
     left join payout_sequence s
       on s.coin_type = a.coin_type and s.sender_key = a.sender_key and s.sequence = a.sequence
     where a.sequence is not null and s.payout_id is distinct from a.payout_id`,
  ),
  fromSql(
    "what payouts may take from the account of fees is there",
    `select format('%s: %s promised', p.coin_type, sum(p.fee_cap_base - p.fee_base)) as breach
     from payout p where p.status in ('sending', 'confirming')
     group by p.coin_type
     having sum(p.fee_cap_base - p.fee_base) > coalesce(
       (select sum(amount_base) from ledger_entry where account = 'fees:' || p.coin_type), 0)`,
  ),
];
