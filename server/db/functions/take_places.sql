-- Enters each ask into the draw of its envelope, or says why not, for a batch of envelopes at once. The first entry opens a
-- window and fixes the round of the beacon that decides it: the first whose time is a second after the window's end or
-- later. Nobody enters a window that is over or closed: who has waited for the envelope comes so much later. Heads are
-- chained under the envelope's lock: SHA-256 of the head before and of "<round>:<place>:<entry>". The first one is that of the
-- envelope's commitment and of "shares:<count>".
-- It answers once for all asks of an envelope with the same outcome. Of those who have entered it answers what the receipts
-- say: they have places one after the other from the first, and `heads` has the head before theirs and then each of theirs,
-- in hex.
-- On a sharded database each shard has this function over its own tables, as `claim_shares`.
create or replace function take_places(
  asked_envelopes text[], asked_users bigint[], asked_entries text[], at timestamptz, genesis_s bigint,
  period_s integer, most_entries integer
) returns table (
  asks integer[], outcome text, first_place integer, round bigint, entries integer, entered_at timestamptz,
  closes_at timestamptz, commitment text, heads text
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
  -- Before its expiry an envelope opens no window: it would end before all who publish its round's root can know of it.
  least_window constant interval := '3 s';
  waited interval;
  drawn record;
  last record;
  is_open boolean;
  has_window boolean;
  free integer;
  room integer;
  refusal text;
  closes timestamptz;
  next_round bigint;
  next_head bytea;
  known bigint[];
  users bigint[];
  ids text[];
  entered integer[];
  links bytea[];
  link bytea;
  chain bytea[];
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
    is_open := is_open and (has_window or drawn.expires_at > at + least_window);
    free := drawn.count - drawn.claimed_count - coalesce((
      select sum(d.entries) from draw_window d where d.envelope_id = drawn.envelope_id and d.settled_at is null
    ), 0);
    room := case when not is_open or not has_window and free <= 0 then 0
      when has_window then most_entries - last.entries else most_entries end;
    refusal := case when is_open or drawn.status = 'finished' then 'soldOut'
      when drawn.status in ('open', 'expired', 'refunded') then 'expired' else 'notOpen' end;
    closes := case when has_window then last.closes_at
      else least(at + drawn.draw_window_s * interval '1 second', drawn.expires_at) end;
    next_round := case when has_window then last.round
      else greatest(ceil((extract(epoch from closes) + 1 - genesis_s) / period_s)::bigint + 1, last.round + 1) end;
    next_head := coalesce(
      last.head, sha256(decode(drawn.commitment, 'hex') || convert_to('shares:' || drawn.count, 'UTF8'))
    );
    known := array(
      select n.tg_user_id from entry n
      where n.envelope_id = drawn.envelope_id and n.tg_user_id = any (asked_users)
    );

    -- The first ask of each person who is not in yet, as many as there is room for. A double tap reads its twin's entry.
    select coalesce(array_agg(l.ask::integer), '{}'), array_agg(l.tg_user_id), array_agg(l.entry_id),
      array_agg(convert_to(next_round || ':' || drawn.entry_count + l.nth || ':' || l.entry_id, 'UTF8'))
    into entered, users, ids, links
    from (
      select f.*, row_number() over (order by f.ask) as nth
      from (
        select distinct on (a.tg_user_id) a.*
        from unnest(asked_envelopes, asked_users, asked_entries) with ordinality
          as a (envelope_id, tg_user_id, entry_id, ask)
        where a.envelope_id = drawn.envelope_id and a.tg_user_id <> all (known)
        order by a.tg_user_id, a.ask
      ) f
      order by f.ask limit room
    ) l;

    return query
    select array_agg(a.ask::integer),
      case when a.tg_user_id = any (known || users) then 'alreadyEntered' else refusal end as outcome,
      null::integer, null::bigint, null::integer, null::timestamptz, null::timestamptz, null, null
    from unnest(asked_envelopes, asked_users) with ordinality as a (envelope_id, tg_user_id, ask)
    where a.envelope_id = drawn.envelope_id and a.ask <> all (entered)
    group by 2;

    if cardinality(entered) > 0 then
      chain := array[next_head];
      foreach link in array links loop
        next_head := sha256(next_head || link);
        chain := chain || next_head;
      end loop;
      insert into draw_window as d (envelope_id, round, opened_at, closes_at, entries, head)
      values (drawn.envelope_id, next_round, at, closes, cardinality(entered), next_head)
      on conflict (envelope_id, round) do update set entries = d.entries + excluded.entries, head = excluded.head;
      insert into entry (envelope_id, tg_user_id, entry_id, place, round, head, entered_at)
      select drawn.envelope_id, n.tg_user_id, n.entry_id, drawn.entry_count + n.nth, next_round, n.head, at
      from unnest(users, ids, chain[2:]) with ordinality as n (tg_user_id, entry_id, head, nth);
      update envelope e set entry_count = drawn.entry_count + cardinality(entered), closes_at = closes
      where e.envelope_id = drawn.envelope_id;
      update group_post g set is_stale = true where g.envelope_id = drawn.envelope_id;
      return query
      select entered, 'entered', drawn.entry_count + 1, next_round,
        case when has_window then last.entries else 0 end + cardinality(entered), at, closes, drawn.commitment,
        (select string_agg(encode(c.head, 'hex'), '' order by c.nth) from unnest(chain) with ordinality as c (head, nth));
    end if;
  end loop;
end $$;
