insert into coin_total (coin_type, treasury_base, cold_base, fees_base, unmatched_base)
select coin_type,
  coalesce(sum(amount_base) filter (where account = 'treasury:' || coin_type), 0),
  coalesce(sum(amount_base) filter (where account = 'cold:' || coin_type), 0),
  coalesce(sum(amount_base) filter (where account = 'fees:' || coin_type), 0),
  coalesce(sum(amount_base) filter (where account = 'unmatched:' || coin_type), 0)
from ledger_entry
where is_totalled and account in (
  select kind || coin from unnest(array['treasury:', 'cold:', 'fees:', 'unmatched:']) kind
  cross join unnest(array['eth', 'sol', 'tron', 'ton']) coin)
group by coin_type;

-- The totals with the changes that are not added up yet, and the lines that processes of the last version have written since.
create view coin_balance as
select coin_type, sum(treasury_base) as treasury_base, sum(cold_base) as cold_base, sum(fees_base) as fees_base,
  sum(unmatched_base) as unmatched_base
from (
  select coin_type, treasury_base, cold_base, fees_base, unmatched_base from coin_total
  union all
  select coin_type, treasury_base, cold_base, fees_base, unmatched_base from coin_change
  union all
  select coin_type, case when account like 'treasury:%' then amount_base else 0 end,
    case when account like 'cold:%' then amount_base else 0 end,
    case when account like 'fees:%' then amount_base else 0 end,
    case when account like 'unmatched:%' then amount_base else 0 end
  from ledger_entry
  where not is_totalled and (account like 'treasury:%' or account like 'cold:%' or account like 'fees:%'
    or account like 'unmatched:%')
) parts
group by coin_type;

insert into ended_count (chart, status, count)
select 'envelope', status, count(*) from envelope where is_counted group by status
union all
select 'order', status, count(*) from payment_order where is_counted group by status;
