-- Where a ledger transaction lies: both lines of a claim with their envelope, so that a sharded database keeps them on
-- one node. It is the envelope's id for opening, claim and refund, else the transaction's id, and always a function of
-- the movement, so that the key still forbids to book one twice.
alter table ledger_entry add column home text;
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry l set home = coalesce(
  (select substr(e.account, length('envelope:') + 1) from ledger_entry e
   where e.transaction_id = l.transaction_id and e.account like 'envelope:%' limit 1),
  l.transaction_id);
alter table ledger_entry enable trigger ledger_entry_append_only;
alter table ledger_entry alter column home set not null;
alter table ledger_entry drop constraint ledger_entry_pkey;
alter table ledger_entry add primary key (transaction_id, line, home);

-- How far an envelope is claimed, as its sender's list tells it and filters by it.
alter table envelope add column record_status text not null generated always as (
  case when claimed_count = count then 'received' when claimed_count > 0 then 'partiallyReceived' else 'notReceived' end
) stored;
-- Whether an envelope that has ended is counted in the totals of its sender.
alter table envelope add column is_summed boolean not null default true;
update envelope set is_summed = false where status not in ('finished', 'refunded', 'cancelled');
alter table envelope alter column is_summed set default false;
create index envelope_live_by_sender on envelope (sender_id) where not is_summed;
create index envelope_to_sum on envelope (ended_at)
  where not is_summed and status in ('finished', 'refunded', 'cancelled');
create index envelope_by_record_status
  on envelope (sender_id, coin_type, record_status, created_at desc, envelope_id desc);

create index claim_by_user_and_coin on claim (tg_user_id, coin_type, claimed_at desc, claim_id desc);
drop index claim_by_user;

-- What a person has of each coin, so that no reading grows with the person's rows. The first group follows the ledger
-- and the claims in their own transactions. The second is of sent envelopes that have ended and are summed; readers add
-- the few that are not. Claims never write the sender's row: people who claim from one sender would wait for each other.
create table person_total (
  tg_user_id bigint not null,
  coin_type text not null,
  balance_base numeric(78, 0) not null default 0,
  entry_count bigint not null default 0,
  claim_count bigint not null default 0,
  claimed_base numeric(78, 0) not null default 0,
  best_luck_count bigint not null default 0,
  sent_base numeric(78, 0) not null default 0,
  paid_out_base numeric(78, 0) not null default 0,
  not_received_count bigint not null default 0,
  partially_received_count bigint not null default 0,
  received_count bigint not null default 0,
  primary key (tg_user_id, coin_type)
) with (fillfactor = 80);

insert into person_total (tg_user_id, coin_type, balance_base, entry_count, claim_count, claimed_base, best_luck_count,
  sent_base, paid_out_base, not_received_count, partially_received_count, received_count)
select tg_user_id, coin_type, sum(balance), sum(entries), sum(claims), sum(claimed), sum(best), sum(sent), sum(paid_out),
  sum(not_received), sum(partially_received), sum(received)
from (
  select split_part(account, ':', 2)::bigint as tg_user_id, coin_type, sum(amount_base) as balance, count(*) as entries,
    0 as claims, 0 as claimed, 0 as best, 0 as sent, 0 as paid_out, 0 as not_received, 0 as partially_received, 0 as received
  from ledger_entry where account like 'user:%' group by 1, 2
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
) sums
group by 1, 2;

-- As before, and each claimer's totals with it. Rows of people are taken in their order, so that two batches never
-- wait for each other in a circle.
create or replace function claim_shares(
  asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text, claim_id text, slot integer, amount_base numeric, claimed_at timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform from envelope e where e.envelope_id = any (asked_envelopes) order by e.envelope_id for update;

  return query
  with asked as materialized (
    select a.ask::integer, a.envelope_id, a.tg_user_id, a.claim_id,
      e.status, e.status = 'open' and e.expires_at > at as is_open, e.claimed_count, e.count, e.coin_type,
      case when e.type = 'luckyDraw' and e.count >= 2 then e.best_base end as best_base,
      c.claim_id as earlier_id, c.slot as earlier_slot, c.amount_base as earlier_base, c.claimed_at as earlier_at
    from unnest(asked_envelopes, asked_users, asked_claims) with ordinality as a (envelope_id, tg_user_id, claim_id, ask)
    left join lateral (select from_id.* from envelope from_id where from_id.envelope_id = a.envelope_id offset 0) e on true
    left join lateral (
      select from_key.* from claim from_key
      where from_key.envelope_id = a.envelope_id and from_key.tg_user_id = a.tg_user_id offset 0
    ) c on true
  ),
  -- The first ask of each person without a claim stands in line; a double tap in the same batch reads its twin's result.
  line as materialized (
    select distinct on (a.envelope_id, a.tg_user_id) a.*
    from asked a where a.is_open and a.earlier_id is null
    order by a.envelope_id, a.tg_user_id, a.ask
  ),
  placed as materialized (
    select l.*, l.claimed_count + row_number() over (partition by l.envelope_id order by l.ask) as place from line l
  ),
  won as (
    insert into claim (envelope_id, tg_user_id, slot, claim_id, coin_type, amount_base, claimed_at)
    select p.envelope_id, p.tg_user_id, s.slot, p.claim_id, p.coin_type, s.amount_base, at
    from placed p cross join lateral (
      select from_key.* from share from_key
      where from_key.envelope_id = p.envelope_id and from_key.slot = p.place offset 0
    ) s
    returning claim.*
  ),
  booked as (
    insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
    select 'claim:' || w.claim_id, l.line, 'claim',
      case when l.line = 1 then 'envelope:' || w.envelope_id else 'user:' || w.tg_user_id || ':' || w.coin_type end,
      w.coin_type, case when l.line = 1 then -w.amount_base else w.amount_base end, at, w.envelope_id
    from won w cross join (values (1::smallint), (2::smallint)) as l (line)
  ),
  counted as (
    update envelope e set
      claimed_count = e.claimed_count + n.claims,
      claimed_base = e.claimed_base + n.amount,
      status = case when e.claimed_count + n.claims = e.count then 'finished' else e.status end,
      ended_at = case when e.claimed_count + n.claims = e.count then at else e.ended_at end
    from (select w.envelope_id, count(*)::integer as claims, sum(w.amount_base) as amount from won w group by 1) n
    where e.envelope_id = n.envelope_id
  ),
  -- Draws that end with this batch: only now the best luck is known.
  drawn as materialized (
    select distinct p.envelope_id, p.best_base from placed p where p.place = p.count and p.best_base is not null
  ),
  credited as (
    insert into person_total as t
      (tg_user_id, coin_type, balance_base, entry_count, claim_count, claimed_base, best_luck_count)
    select g.tg_user_id, g.coin_type, sum(g.amount), sum(g.claims), sum(g.claims), sum(g.amount), sum(g.best)
    from (
      select w.tg_user_id, w.coin_type, w.amount_base as amount, 1 as claims,
        case when exists (
          select from drawn d where d.envelope_id = w.envelope_id and d.best_base = w.amount_base
        ) then 1 else 0 end as best
      from won w
      union all
      select c.tg_user_id, c.coin_type, 0, 0, 1
      from drawn d cross join lateral (
        select from_key.* from claim from_key where from_key.envelope_id = d.envelope_id offset 0
      ) c
      where c.amount_base = d.best_base
    ) g
    group by g.tg_user_id, g.coin_type
    order by g.tg_user_id, g.coin_type
    on conflict (tg_user_id, coin_type) do update set
      balance_base = t.balance_base + excluded.balance_base,
      entry_count = t.entry_count + excluded.entry_count,
      claim_count = t.claim_count + excluded.claim_count,
      claimed_base = t.claimed_base + excluded.claimed_base,
      best_luck_count = t.best_luck_count + excluded.best_luck_count
  ),
  stale as (
    update group_post g set is_stale = true where g.envelope_id in (select w.envelope_id from won w)
  )
  select a.ask,
    case
      when w.claim_id = a.claim_id then 'won'
      when coalesce(a.earlier_id, w.claim_id) is not null then 'alreadyClaimed'
      when a.status = 'finished' or a.is_open then 'soldOut'
      when a.status in ('open', 'expired', 'refunded') then 'expired'
      else 'notOpen'
    end,
    coalesce(a.earlier_id, w.claim_id), coalesce(a.earlier_slot, w.slot),
    coalesce(a.earlier_base, w.amount_base), coalesce(a.earlier_at, w.claimed_at)
  from asked a
  left join won w on w.tg_user_id = a.tg_user_id and w.envelope_id = a.envelope_id;
end $$;
