-- What became of each envelope, order and payout, and when. An entry is written by the trigger that allows the change.
-- A life begins at `created_at` in the status that the row was inserted with, so the insert leaves no entry. Rows from
-- before have no entry either, however many there are: their column `has_whole_history` stays null. At the first change
-- the trigger writes one for them, 'beforeHistory'.
create table status_history (
  chart text not null,
  -- Of the envelope, order or payout.
  id text not null,
  -- Counts from 1 without a gap.
  step integer not null,
  -- As in lifecycle_edge; null of what was before.
  source text,
  event text,
  target text not null,
  -- Null where it is not known.
  at timestamptz,
  -- The call or the job that changed it.
  cause text not null check (cause ~ '^[A-Za-z]{1,32}$'),
  -- No edge leads on.
  is_end boolean not null default false,
  primary key (chart, id, step)
);
create index status_history_over on status_history (at) where is_end;
create trigger status_history_final before update on status_history
  for each statement execute function refuse_change();

alter table envelope add column has_whole_history boolean;
alter table envelope alter column has_whole_history set default true;
alter table payment_order add column has_whole_history boolean;
alter table payment_order alter column has_whole_history set default true;
alter table payout add column has_whole_history boolean;
alter table payout alter column has_whole_history set default true;

-- A statement that changes a status hands in when and why; the trigger takes both out of the row again. What is left there
-- would count for the next change, so no row may keep it. Not valid: rows from before have neither.
alter table envelope add column changed_at timestamptz, add column changed_by text;
alter table envelope add constraint envelope_change_taken check (changed_at is null and changed_by is null) not valid;
alter table payment_order add column changed_at timestamptz, add column changed_by text;
alter table payment_order add constraint payment_order_change_taken check (changed_at is null and changed_by is null) not valid;
alter table payout add column changed_at timestamptz, add column changed_by text;
alter table payout add constraint payout_change_taken check (changed_at is null and changed_by is null) not valid;

-- A status changes only along an edge of the chart that the trigger names, and no change is without an entry in its
-- history. Time and cause come with the statement, in columns that are empty again afterwards. The row is locked, so its
-- steps have no gap and no step is taken twice.
create or replace function change_status() returns trigger language plpgsql as $$
declare
  row_id text := to_jsonb(new) ->> tg_argv[1];
  found_event text;
  last_step integer;
begin
  select e.event into found_event from lifecycle_edge e
  where e.chart = tg_argv[0] and e.source = old.status and e.target = new.status limit 1;
  if found_event is null then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  select coalesce(max(h.step), 0) into last_step from status_history h where h.chart = tg_argv[0] and h.id = row_id;
  -- What came before is not known.
  if last_step = 0 and new.has_whole_history is not true then
    last_step := 1;
    insert into status_history (chart, id, step, target, cause)
    values (tg_argv[0], row_id, last_step, old.status, 'beforeHistory');
  end if;
  insert into status_history (chart, id, step, source, event, target, at, cause, is_end)
  values (tg_argv[0], row_id, last_step + 1, old.status, found_event, new.status, new.changed_at,
    -- Processes of the version before the history hand in nothing.
    coalesce(new.changed_by, 'earlierVersion'),
    not exists (select from lifecycle_edge e where e.chart = tg_argv[0] and e.source = new.status));
  new.changed_at := null;
  new.changed_by := null;
  return new;
end $$;

create or replace trigger envelope_status before update of status on envelope
  for each row when (old.status is distinct from new.status) execute function change_status('envelope', 'envelope_id');
create or replace trigger payment_order_status before update of status on payment_order
  for each row when (old.status is distinct from new.status) execute function change_status('order', 'order_id');
create or replace trigger payout_status before update of status on payout
  for each row when (old.status is distinct from new.status) execute function change_status('payout', 'payout_id');
drop function refuse_illegal_status();

-- claim_shares for one envelope, in statements that each name it: a sharded database carries all of them out where the
-- envelope is. It answers as claim_shares does; with many envelopes in a batch that is much quicker on one server.
create or replace function claim_envelope_shares(
  asked_envelope text, asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text, claim_id text, slot integer, amount_base numeric, claimed_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  found_envelope envelope%rowtype;
  is_open boolean;
  earlier_users bigint[];
  line_users bigint[];
  line_claims text[];
  first_slot integer;
  last_slot integer;
  won_amounts numeric[];
  lucky_users bigint[] := '{}';
begin
  select * into found_envelope from envelope e where e.envelope_id = asked_envelope for update;
  is_open := coalesce(found_envelope.status = 'open' and found_envelope.expires_at > at, false);
  select coalesce(array_agg(c.tg_user_id), '{}') into earlier_users
  from claim c where c.envelope_id = asked_envelope and c.tg_user_id = any (asked_users);

  if is_open then
    -- The first ask of each person without a claim stands in line.
    select coalesce(array_agg(l.tg_user_id order by l.ask), '{}'), coalesce(array_agg(l.claim_id order by l.ask), '{}')
    into line_users, line_claims
    from (
      select distinct on (a.tg_user_id) a.tg_user_id, a.claim_id, a.ask
      from unnest(asked_users, asked_claims) with ordinality as a (tg_user_id, claim_id, ask)
      where a.tg_user_id <> all (earlier_users)
      order by a.tg_user_id, a.ask
    ) l;
    first_slot := found_envelope.claimed_count + 1;
    last_slot := least(found_envelope.claimed_count + cardinality(line_users), found_envelope.count);

    if last_slot >= first_slot then
      select array_agg(s.amount_base order by s.slot) into won_amounts
      from share s where s.envelope_id = asked_envelope and s.slot between first_slot and last_slot;

      insert into claim (envelope_id, tg_user_id, slot, claim_id, coin_type, amount_base, claimed_at)
      select s.envelope_id, line_users[s.slot - first_slot + 1], s.slot, line_claims[s.slot - first_slot + 1],
        found_envelope.coin_type, s.amount_base, at
      from share s where s.envelope_id = asked_envelope and s.slot between first_slot and last_slot;

      insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
      select 'claim:' || line_claims[s.slot - first_slot + 1], l.line, 'claim',
        case when l.line = 1 then 'envelope:' || s.envelope_id
          else 'user:' || line_users[s.slot - first_slot + 1] || ':' || found_envelope.coin_type end,
        found_envelope.coin_type, case when l.line = 1 then -s.amount_base else s.amount_base end, at, s.envelope_id
      from share s cross join (values (1::smallint), (2::smallint)) as l (line)
      where s.envelope_id = asked_envelope and s.slot between first_slot and last_slot;

      update envelope e set
        claimed_count = last_slot,
        claimed_base = e.claimed_base + (select sum(w.amount) from unnest(won_amounts) as w (amount)),
        status = case when last_slot = e.count then 'finished' else e.status end,
        ended_at = case when last_slot = e.count then at else e.ended_at end,
        changed_at = case when last_slot = e.count then at end,
        changed_by = case when last_slot = e.count then 'acceptRedEnvelope' end
      where e.envelope_id = asked_envelope;
      update group_post g set is_stale = true where g.envelope_id = asked_envelope;

      if last_slot = found_envelope.count and found_envelope.count >= 2 and found_envelope.type = 'luckyDraw' then
        select coalesce(array_agg(c.tg_user_id), '{}') into lucky_users
        from claim c where c.envelope_id = asked_envelope and c.amount_base = found_envelope.best_base;
      end if;
      perform add_claims_to_totals(
        line_users[1 : last_slot - first_slot + 1], found_envelope.coin_type, won_amounts, lucky_users);
    end if;
  end if;

  return query
  select a.ask::integer,
    case
      when c.claim_id = a.claim_id and a.tg_user_id <> all (earlier_users) then 'won'
      when c.claim_id is not null then 'alreadyClaimed'
      when found_envelope.status = 'finished' or is_open then 'soldOut'
      when found_envelope.status in ('open', 'expired', 'refunded') then 'expired'
      else 'notOpen'
    end,
    c.claim_id, c.slot, c.amount_base, c.claimed_at
  from unnest(asked_users, asked_claims) with ordinality as a (tg_user_id, claim_id, ask)
  left join claim c on c.envelope_id = asked_envelope and c.tg_user_id = a.tg_user_id;
end $$;

-- Gives each ask its share of its envelope, or says why not, for a batch of envelopes at once; each claimer's totals
-- with it. Rows of people are taken in their order, so that two batches never wait for each other in a circle.
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
      ended_at = case when e.claimed_count + n.claims = e.count then at else e.ended_at end,
      changed_at = case when e.claimed_count + n.claims = e.count then at end,
      changed_by = case when e.claimed_count + n.claims = e.count then 'acceptRedEnvelope' end
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
