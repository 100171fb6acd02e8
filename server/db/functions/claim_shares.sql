-- Gives each ask its share of its envelope, or says why not, for a batch of envelopes at once. Of who has won it answers
-- what `credit_claims` needs. On a sharded database each shard has this function over its own tables: a table's name
-- stands after `from`, `join`, `into` or `update`.
create or replace function claim_shares(
  asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (
  ask integer, outcome text, envelope_id text, tg_user_id bigint, claim_id text, number integer, amount_base numeric,
  coin_type text, sender_id bigint, count integer, best_base numeric
)
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
      e.status, e.status = 'open' and e.expires_at > at as is_open, e.claimed_count, e.count, e.coin_type, e.sender_id,
      case when e.type = 'luckyDraw' and e.count >= 2 then e.best_base end as best_base, c.claim_id as earlier_id
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
    insert into claim as c (envelope_id, tg_user_id, slot, number, claim_id, coin_type, amount_base, claimed_at)
    select p.envelope_id, p.tg_user_id, s.slot, s.slot, p.claim_id, p.coin_type, s.amount_base, at
    from placed p cross join lateral (
      select from_key.* from share from_key
      where from_key.envelope_id = p.envelope_id and from_key.slot = p.place offset 0
    ) s
    returning c.*
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
      changed_by = case when e.claimed_count + n.claims = e.count then 'acceptRedEnvelope' end,
      changed_event = case when e.claimed_count + n.claims = e.count then 'envelope.allClaimed' end
    from (select w.envelope_id, count(*)::integer as claims, sum(w.amount_base) as amount from won w group by 1) n
    where e.envelope_id = n.envelope_id
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
    a.envelope_id, a.tg_user_id, w.claim_id, w.number, w.amount_base, a.coin_type, a.sender_id, a.count, a.best_base
  from asked a
  left join won w on w.tg_user_id = a.tg_user_id and w.envelope_id = a.envelope_id;
end $$;
