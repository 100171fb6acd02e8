-- Enters each ask into the draw of its envelope, or says why not, for a batch of envelopes at once. Of who has entered it
-- answers what the receipt says. The first entry opens a window and fixes the round of the beacon that decides it: the
-- first whose time is a second after the window's end or later. Nobody enters a window that is over or closed: who has
-- waited for the envelope comes so much later. Heads are chained under the envelope's lock: SHA-256 of the head before, at
-- first the envelope's commitment, and of "<round>:<place>:<entry>".
-- On a sharded database each shard has this function over its own tables, as `claim_shares`.
create or replace function take_places(
  asked_envelopes text[], asked_users bigint[], asked_entries text[], at timestamptz, genesis_s bigint,
  period_s integer, most_entries integer
) returns table (
  ask integer, outcome text, place integer, round bigint, entries integer, entered_at timestamptz, closes_at timestamptz,
  commitment text, head text, previous_head text
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  asked_at constant timestamptz := at;
  -- Less than what lies between a window's end and its round. What is longer counts to the millisecond, as it is told.
  unnoticed constant interval := '500 ms';
  waited interval;
  drawn record;
  last record;
  asked record;
  is_open boolean;
  has_window boolean;
  free integer;
  closes timestamptz;
  next_round bigint;
  window_entries integer;
  next_place integer;
  next_head bytea;
  known bigint[];
  users bigint[];
  ids text[];
  asks integer[];
  places integer[];
  heads bytea[];
  earlier bytea[];
begin
  for drawn in
    select e.* from envelope e where e.envelope_id = any (asked_envelopes) order by e.envelope_id for update
  loop
    waited := date_trunc('milliseconds', clock_timestamp() - statement_timestamp());
    at := asked_at + case when waited > unnoticed then waited else interval '0' end;
    select d.* into last from draw_window d where d.envelope_id = drawn.envelope_id order by d.round desc limit 1;
    is_open := drawn.draw_rule = 'together' and drawn.status = 'open'
      and drawn.expires_at > at and drawn.ended_at is null;
    has_window := coalesce(last.closed_at is null and at < last.closes_at, false);
    free := drawn.count - drawn.claimed_count - coalesce((
      select sum(d.entries) from draw_window d where d.envelope_id = drawn.envelope_id and d.settled_at is null
    ), 0);
    closes := case when has_window then last.closes_at
      else least(at + drawn.draw_window_s * interval '1 second', drawn.expires_at) end;
    next_round := case when has_window then last.round
      else greatest(ceil((extract(epoch from closes) + 1 - genesis_s) / period_s)::bigint + 1, last.round + 1) end;
    window_entries := case when has_window then last.entries else 0 end;
    next_head := coalesce(last.head, decode(drawn.commitment, 'hex'));
    next_place := drawn.entry_count;
    known := array(
      select n.tg_user_id from entry n
      where n.envelope_id = drawn.envelope_id and n.tg_user_id = any (asked_users)
    );
    users := '{}';
    ids := '{}';
    asks := '{}';
    places := '{}';
    heads := '{}';
    earlier := '{}';

    for asked in
      select a.* from unnest(asked_envelopes, asked_users, asked_entries) with ordinality
        as a (envelope_id, tg_user_id, entry_id, ask)
      where a.envelope_id = drawn.envelope_id order by a.ask
    loop
      if asked.tg_user_id = any (known) or asked.tg_user_id = any (users) then
        outcome := 'alreadyEntered';
      elsif not is_open then
        outcome := case when drawn.status = 'finished' then 'soldOut'
          when drawn.status in ('open', 'expired', 'refunded') then 'expired' else 'notOpen' end;
      elsif not has_window and free <= 0 or window_entries >= most_entries then
        outcome := 'soldOut';
      else
        next_place := next_place + 1;
        window_entries := window_entries + 1;
        earlier := earlier || next_head;
        next_head := sha256(
          next_head || convert_to(next_round || ':' || next_place || ':' || asked.entry_id, 'UTF8'));
        users := users || asked.tg_user_id;
        ids := ids || asked.entry_id;
        asks := asks || asked.ask::integer;
        places := places || next_place;
        heads := heads || next_head;
        continue;
      end if;
      ask := asked.ask;
      return next;
    end loop;

    if cardinality(users) > 0 then
      insert into draw_window as d (envelope_id, round, opened_at, closes_at, entries, head)
      values (drawn.envelope_id, next_round, at, closes, window_entries, next_head)
      on conflict (envelope_id, round) do update set entries = excluded.entries, head = excluded.head;
      insert into entry (envelope_id, tg_user_id, entry_id, place, round, head, entered_at)
      select drawn.envelope_id, n.tg_user_id, n.entry_id, n.place, next_round, n.head, at
      from unnest(users, ids, places, heads) as n (tg_user_id, entry_id, place, head);
      update envelope e set entry_count = next_place, closes_at = closes where e.envelope_id = drawn.envelope_id;
      update group_post g set is_stale = true where g.envelope_id = drawn.envelope_id;
      return query
      select n.ask, 'entered', n.place, next_round, window_entries, at, closes, drawn.commitment, encode(n.head, 'hex'),
        encode(n.earlier, 'hex')
      from unnest(asks, places, heads, earlier) as n (ask, place, head, earlier);
    end if;
  end loop;
end $$;
