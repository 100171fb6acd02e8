import { type Invariant, fromSql } from "./invariant.ts";

/** What must hold of what operators did by hand. */
export const OPERATOR_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "every outgoing transfer that an operator booked left the treasury once, from the account it names, and is in the log",
    `select coalesce(o.transaction_id, l.transaction_id, a.transaction_id) as breach
     from (select *, 'outgoing:' || coin_type || ':' || tx_hash as transaction_id from outgoing_transfer) o
     full join (
       select transaction_id, coin_type,
         coalesce(sum(amount_base) filter (where account = 'treasury:' || coin_type), 0) as spent,
         count(*) filter (where amount_base > 0) as gains,
         array_agg(account) filter (where amount_base < 0) as payers
       from ledger_entry where kind = 'outgoing' group by transaction_id, coin_type
     ) l on l.transaction_id = o.transaction_id and l.coin_type = o.coin_type
     full join (select * from operator_action where kind = 'bookOutgoing') a
       on a.transaction_id = coalesce(o.transaction_id, l.transaction_id)
     where o.transaction_id is null or l.transaction_id is null or a.transaction_id is null
       or l.spent <> o.value_base + o.fee_base or l.gains <> 1 or a.amount_base <> l.spent
       or (o.value_base > 0 and not o.account = any (l.payers))`,
  ),
  fromSql(
    "what came back from a cold address left the unmatched money once, for the cold account or the fees, and is in the log",
    `select coalesce(t.transaction_id, l.transaction_id, a.transaction_id) as breach
     from (
       select 'coldReturn:' || coin_type || ':' || tx_hash || ':' || transfer_index as transaction_id, amount_base
       from chain_transfer where outcome = 'cold'
     ) t
     full join (
       select transaction_id, sum(amount_base) filter (where account = 'unmatched:' || coin_type) as taken,
         bool_and(account in ('unmatched:' || coin_type, 'cold:' || coin_type, 'fees:' || coin_type)) as is_known
       from ledger_entry where kind = 'coldReturn' group by transaction_id
     ) l on l.transaction_id = t.transaction_id
     full join (select * from operator_action where kind = 'returnFromCold') a
       on a.transaction_id = coalesce(t.transaction_id, l.transaction_id)
     where t.transaction_id is null or l.transaction_id is null or a.transaction_id is null
       or l.taken is distinct from -t.amount_base or not l.is_known or a.amount_base <> t.amount_base`,
  ),
  fromSql(
    "what an operator let a payout cost more came from the surplus to the fees, and is in the log",
    `select coalesce(l.transaction_id, a.transaction_id) as breach
     from (select * from operator_action where kind = 'raiseFee' and amount_base > 0) a
     full join (
       select transaction_id, count(*) as lines,
         max(amount_base) filter (where account = 'fees:' || coin_type) as gained,
         min(amount_base) filter (where account = 'unmatched:' || coin_type) as taken
       from ledger_entry where kind = 'raiseFee' group by transaction_id
     ) l on l.transaction_id = a.transaction_id
     where a.transaction_id is null or l.lines is distinct from 2 or l.gained is distinct from a.amount_base
       or l.taken is distinct from -a.amount_base`,
  ),
  fromSql(
    "every payout that an operator released or refused is in the log",
    `select p.payout_id as breach from payout p
     where p.released_at is not null and not exists (
       select from operator_action a where a.kind = 'releasePayout' and a.subject = p.payout_id)
     union all
     select a.subject from operator_action a
     left join payout p on p.payout_id = a.subject
     where a.kind = 'refusePayout' and p.status is distinct from 'cancelled'`,
  ),
  fromSql(
    "every transaction set aside that an operator has looked at is in the log",
    `select coin_type || ':' || tx_hash as breach from unread_transaction u
     where acknowledged_at is not null and not exists (
       select from operator_action a
       where a.kind = 'acknowledgeUnread' and a.subject = u.coin_type || ':' || u.tx_hash)`,
  ),
  fromSql(
    "what came to another coin's treasury and was returned or moved is in the log",
    `select s.coin_type || ':' || s.tx_hash as breach from stray_transfer s
     where s.outcome is not null and not exists (
       select from operator_action a
       where a.kind = 'settleStray' and a.subject = s.coin_type || ':' || s.tx_hash)`,
  ),
  fromSql(
    "what is frozen is what operators froze and did not unfreeze",
    `select coalesce(f.scope, a.subject) as breach
     from frozen_scope f
     full join (
       select subject, sum(case kind when 'freeze' then 1 else -1 end) as depth
       from operator_action where kind in ('freeze', 'unfreeze') group by subject
     ) a on a.subject = f.scope
     where coalesce(a.depth, 0) <> case when f.scope is null then 0 else 1 end`,
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
];
