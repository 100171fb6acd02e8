-- Adds won shares to the totals of their claimers, with the best luck of draws that end with them, and queues their
-- senders' messages about the first and the last claim, by the rules of `queueNotification`. Senders get none about their
-- own first claim. Rows of people are taken in their order, so that two batches never wait for each other in a circle.
create or replace function credit_claims(
  envelopes text[], users bigint[], claims text[], numbers integer[], amounts numeric[], coins text[], senders bigint[],
  counts integer[], bests numeric[], at timestamptz, most_waiting integer, gap_ms integer
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  drawn record;
  lucky bigint[];
  lucky_users bigint[] := '{}';
  lucky_coins text[] := '{}';
begin
  for drawn in
    select d.envelope_id, d.coin_type, d.best_base
    from unnest(envelopes, numbers, counts, coins, bests) as d (envelope_id, number, count, coin_type, best_base)
    where d.number = d.count and d.best_base is not null
  loop
    lucky := array(
      select c.tg_user_id from claim c where c.envelope_id = drawn.envelope_id and c.amount_base = drawn.best_base);
    lucky_users := lucky_users || lucky;
    lucky_coins := lucky_coins || array_fill(drawn.coin_type, array[cardinality(lucky)]);
  end loop;

  insert into account_total as t
    (tg_user_id, coin_type, balance_base, entry_count, claim_count, claimed_base, best_luck_count)
  select g.tg_user_id, g.coin_type, sum(g.amount), sum(g.claims), sum(g.claims), sum(g.amount), sum(g.best)
  from (
    select w.tg_user_id, w.coin_type, w.amount, 1 as claims, 0 as best
    from unnest(users, coins, amounts) as w (tg_user_id, coin_type, amount)
    union all
    select l.tg_user_id, l.coin_type, 0, 0, 1 from unnest(lucky_users, lucky_coins) as l (tg_user_id, coin_type)
  ) g
  group by g.tg_user_id, g.coin_type
  order by g.tg_user_id, g.coin_type
  on conflict (tg_user_id, coin_type) do update set
    balance_base = t.balance_base + excluded.balance_base,
    entry_count = t.entry_count + excluded.entry_count,
    claim_count = t.claim_count + excluded.claim_count,
    claimed_base = t.claimed_base + excluded.claimed_base,
    best_luck_count = t.best_luck_count + excluded.best_luck_count;

  insert into letter (queue, letter_id, taker, kind, payload, created_at, due_at)
  select 'notification', n.kind || ':' || n.envelope_id, n.sender_id::text, n.kind,
    jsonb_build_object('envelopeId', n.envelope_id, 'claimId', n.claim_id), at,
    greatest(at, w.latest + gap_ms * interval '1 millisecond') + (n.place - 1) * gap_ms * interval '1 millisecond'
  from (
    select w.envelope_id, w.sender_id, w.claim_id, row_number() over (partition by w.sender_id order by w.ask) as place,
      case when w.count = 1 then 'onlyClaim' when w.number = 1 then 'firstClaim' else 'lastClaim' end as kind
    from unnest(envelopes, senders, users, claims, numbers, counts) with ordinality
      as w (envelope_id, sender_id, tg_user_id, claim_id, number, count, ask)
    where w.number = w.count or w.number = 1 and w.sender_id <> w.tg_user_id
  ) n
  cross join lateral (
    select count(*) as waiting, max(due_at) as latest from letter
    where tg_user_id = n.sender_id and not is_urgent and sent_at is null and failed_at is null
  ) w
  where w.waiting + n.place <= most_waiting and exists (
    select from tg_user u where u.tg_user_id = n.sender_id and u.allows_write_to_pm and u.allows_notifications
  );
end $$;
