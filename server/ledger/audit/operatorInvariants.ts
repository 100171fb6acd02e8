import { fromSql } from "./fromSql.ts";
import type { Invariant } from "./invariant.ts";

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
    "what is frozen is what operators froze and did not unfreeze",
    `select coalesce(f.scope, a.subject) as breach
     from frozen_scope f
     full join (
       select subject, sum(case kind when 'freeze' then 1 else -1 end) as depth
       from operator_action where kind in ('freeze', 'unfreeze') group by subject
     ) a on a.subject = f.scope
     where coalesce(a.depth, 0) <> case when f.scope is null then 0 else 1 end`,
  ),
];
