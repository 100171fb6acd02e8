import { BALANCES, type Invariant, fromSql } from "./invariant.ts";

/** What must hold of money that comes in, and of the treasury. */
export const DEPOSIT_INVARIANTS: readonly Invariant[] = [
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
];
