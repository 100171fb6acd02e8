-- What claims add to people's totals, and tell the sender, on the coordinator. The claims of an envelope are their own
-- outbox: their slots have no gap, and credited_envelope says up to which one they are credited. So each counts once,
-- whoever died between a claim and this.
create table if not exists credited_envelope (envelope_id text primary key, slots integer not null);

-- Credits claims that the caller has just made; answers which envelopes have to be credited by credit_envelope, since
-- others' claims come before them.
create or replace function credit_claims(
  envelopes text[], new_slots integer[], claimers bigint[], coins text[], amounts numeric[]
) returns table (late_id text) language plpgsql as $$
declare
  ready text[];
begin
  insert into credited_envelope (envelope_id, slots)
  select distinct e.id, 0 from unnest(envelopes) as e (id) order by 1 on conflict do nothing;
  perform from credited_envelope c where c.envelope_id = any (envelopes) order by c.envelope_id for update;
  select coalesce(array_agg(c.envelope_id), '{}') into ready
  from credited_envelope c
  join (select n.id, min(n.slot) as first from unnest(envelopes, new_slots) as n (id, slot) group by 1) n on n.id = c.envelope_id
  where c.slots = n.first - 1;
  update credited_envelope c set slots = n.last
  from (select n.id, max(n.slot) as last from unnest(envelopes, new_slots) as n (id, slot) group by 1) n
  where c.envelope_id = n.id and n.id = any (ready);
  insert into person_total as t (tg_user_id, coin_type, balance_base, entry_count, claim_count, claimed_base)
  select n.claimer, n.coin, sum(n.amount), count(*), count(*), sum(n.amount)
  from unnest(envelopes, claimers, coins, amounts) as n (id, claimer, coin, amount)
  where n.id = any (ready)
  group by 1, 2 order by 1, 2
  on conflict (tg_user_id, coin_type) do update set
    balance_base = t.balance_base + excluded.balance_base,
    entry_count = t.entry_count + excluded.entry_count,
    claim_count = t.claim_count + excluded.claim_count,
    claimed_base = t.claimed_base + excluded.claimed_base;
  return query
  select c.envelope_id
  from credited_envelope c
  join (select n.id, max(n.slot) as last from unnest(envelopes, new_slots) as n (id, slot) group by 1) n on n.id = c.envelope_id
  where c.slots < n.last;
end $$;

-- Credits all claims of one envelope that are not, by the rows on its shard: also the best luck, once it is known, and the
-- sender's messages about the first and the last claim.
create or replace function credit_envelope(
  asked_envelope text, at timestamptz, most_waiting integer, gap_ms integer
) returns void language plpgsql as $$
declare
  done integer;
  found_envelope record;
  slots_due integer[];
  users_due bigint[];
  ids_due text[];
  amounts_due numeric[];
  news record;
begin
  insert into credited_envelope (envelope_id, slots) values (asked_envelope, 0) on conflict do nothing;
  select c.slots into done from credited_envelope c where c.envelope_id = asked_envelope for update;
  select array_agg(c.slot order by c.slot), array_agg(c.tg_user_id order by c.slot),
    array_agg(c.claim_id order by c.slot), array_agg(c.amount_base order by c.slot)
  into slots_due, users_due, ids_due, amounts_due
  from claim c where c.envelope_id = asked_envelope and c.slot > done;
  if slots_due is null then return; end if;
  select e.sender_id, e.count, e.type, e.coin_type, e.best_base into found_envelope
  from envelope e where e.envelope_id = asked_envelope;

  perform credit_claims(
    array_fill(asked_envelope, array[cardinality(slots_due)]), slots_due, users_due,
    array_fill(found_envelope.coin_type, array[cardinality(slots_due)]), amounts_due);
  if slots_due[cardinality(slots_due)] = found_envelope.count and found_envelope.type = 'luckyDraw'
    and found_envelope.count >= 2 then
    update person_total t set best_luck_count = t.best_luck_count + 1
    where t.coin_type = found_envelope.coin_type and t.tg_user_id = any (array(
      select c.tg_user_id from claim c where c.envelope_id = asked_envelope and c.amount_base = found_envelope.best_base));
  end if;

  for news in
    select case when found_envelope.count = 1 then 'onlyClaim' when n.slot = 1 then 'firstClaim' else 'lastClaim' end as kind,
      n.claim_id
    from unnest(slots_due, users_due, ids_due) as n (slot, tg_user_id, claim_id)
    where n.slot = found_envelope.count or n.slot = 1 and n.tg_user_id <> found_envelope.sender_id
    order by n.slot
  loop
    insert into notification (notification_id, tg_user_id, kind, params, created_at, next_attempt_at)
    select news.kind || ':' || asked_envelope, found_envelope.sender_id, news.kind,
      jsonb_build_object('envelopeId', asked_envelope, 'claimId', news.claim_id), at,
      greatest(at, w.latest + gap_ms * interval '1 millisecond')
    from (
      select count(*) as waiting, max(next_attempt_at) as latest from notification
      where tg_user_id = found_envelope.sender_id and not is_warning and sent_at is null and failed_at is null
    ) w
    where w.waiting < most_waiting and exists (
      select from tg_user u
      where u.tg_user_id = found_envelope.sender_id and u.allows_write_to_pm and u.allows_notifications
    )
    on conflict do nothing;
  end loop;
end $$;
