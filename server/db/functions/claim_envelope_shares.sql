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
        changed_by = case when last_slot = e.count then 'acceptRedEnvelope' end,
        changed_event = case when last_slot = e.count then 'envelope.allClaimed' end
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
