import { BALANCES, type Invariant, fromSql } from "./invariant.ts";

/** What must hold of every booking. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
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
    "every ledger transaction lies with its envelope, or by itself",
    `select transaction_id as breach
     from ledger_entry
     group by transaction_id
     having count(distinct home) > 1 or max(home) is distinct from coalesce(
       max(substr(account, length('envelope:') + 1)) filter (where account like 'envelope:%'), transaction_id)`,
  ),
];
