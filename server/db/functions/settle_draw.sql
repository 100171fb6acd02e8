-- Settles one window of an envelope by the signature of its round: domain/draw/drawTogether.ts says the rule. Earlier
-- windows go first, so that what is left for this one is a function of the past. Of who has won it answers what
-- `credit_claims` needs. A repeat changes nothing and answers nothing. Without a signature the window ends undrawn,
-- and its envelope with it.
-- On a sharded database each shard has this function over its own tables, as `claim_shares`.
create or replace function settle_draw(
  asked_envelope text, asked_round bigint, signature bytea, at timestamptz
) returns table (
  envelope_id text, tg_user_id bigint, claim_id text, number integer, amount_base numeric, coin_type text,
  sender_id bigint, count integer, best_base numeric
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  drawn record;
  seed bytea;
begin
  select e.* into drawn from envelope e where e.envelope_id = asked_envelope for update;
  update draw_window d set settled_at = at, closed_at = coalesce(d.closed_at, at), is_undrawn = signature is null
  where d.envelope_id = asked_envelope and d.round = asked_round and d.settled_at is null
    and not exists (
      select from draw_window o
      where o.envelope_id = asked_envelope and o.round < asked_round and o.settled_at is null
    );
  if not found then return; end if;
  if signature is null then
    -- Its envelope ends, so those who wait for a later round wait in vain.
    update draw_window d set settled_at = at, closed_at = coalesce(d.closed_at, at), is_undrawn = true
    where d.envelope_id = asked_envelope and d.settled_at is null;
    update entry n set status = 'undrawn' where n.envelope_id = asked_envelope and n.status = 'waiting';
    update envelope e set expires_at = least(e.expires_at, at) where e.envelope_id = asked_envelope;
    return;
  end if;

  seed := sha256(convert_to('hongbao.draw.1', 'UTF8') || decode(drawn.commitment, 'hex') || signature);
  return query
  with who as materialized (
    select n.tg_user_id, n.entry_id, o.rank
    from draw_order(seed, 'claim:', array(
      select n.entry_id from entry n where n.envelope_id = asked_envelope and n.round = asked_round
    )) o
    join entry n on n.envelope_id = asked_envelope and n.round = asked_round and n.entry_id = o.item
  ),
  rest as materialized (
    select s.slot, s.amount_base, o.rank
    from draw_order(seed, 'slot:', array(
      select s.slot::text from share s where s.envelope_id = asked_envelope
        and not exists (select from claim c where c.envelope_id = asked_envelope and c.slot = s.slot)
    )) o
    join share s on s.envelope_id = asked_envelope and s.slot = o.item::integer
  ),
  won as (
    insert into claim as c (envelope_id, tg_user_id, slot, number, claim_id, coin_type, amount_base, claimed_at)
    select asked_envelope, w.tg_user_id, r.slot, drawn.claimed_count + w.rank, w.entry_id, drawn.coin_type, r.amount_base, at
    from who w join rest r using (rank)
    returning c.*
  ),
  told as (
    update entry n set status = case when w.rank <= (select count(*) from rest) then 'won' else 'lost' end
    from who w where n.envelope_id = asked_envelope and n.tg_user_id = w.tg_user_id
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
      changed_by = case when e.claimed_count + n.claims = e.count then 'settleDraws' end,
      changed_event = case when e.claimed_count + n.claims = e.count then 'envelope.allClaimed' end
    from (select count(*)::integer as claims, sum(w.amount_base) as amount from won w having count(*) > 0) n
    where e.envelope_id = asked_envelope
  ),
  stale as (
    update group_post g set is_stale = true where g.envelope_id = asked_envelope
  )
  select w.envelope_id, w.tg_user_id, w.claim_id, w.number, w.amount_base, w.coin_type, drawn.sender_id, drawn.count,
    case when drawn.type = 'luckyDraw' and drawn.count >= 2 then drawn.best_base end
  from won w order by w.number;
end $$;
