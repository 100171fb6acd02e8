-- Judges tries of passphrases in their order. The answer is until when the address or the person is locked, else the
-- envelope that the phrase opens, else neither: a wrong try, which is counted for both. A right one writes nothing.
-- Whatever processes ask, a person's and an address's tries are judged one after the other, and each sees what those
-- before it have counted: advisory locks, taken first and in one order, last until all is committed. What is said of
-- envelopes is read by itself, as a sharded database wants it.
create or replace function judge_tries(
  -- The hashes of each phrase are hex, with spaces between.
  asked_envelopes text[], asked_hashes text[], user_scopes text[], ip_scopes text[], times timestamptz[],
  user_most integer, ip_most integer, window_s integer, first_s integer, longest_s integer, latest_s integer
) returns table (ask integer, locked_until timestamptz, envelope_id text, sender_id bigint, type text, draw_rule text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  tried record;
  ids text[];
  hashes text[];
  senders bigint[];
  types text[];
  rules text[];
  found integer;
begin
  perform pg_advisory_xact_lock(in_order.key) from (
    select distinct hashtextextended(scopes.scope, 0) as key from unnest(user_scopes || ip_scopes) as scopes (scope)
    order by key
  ) as in_order;

  select array_agg(e.envelope_id), array_agg(encode(e.passphrase_hash, 'hex')), array_agg(e.sender_id), array_agg(e.type),
    array_agg(e.draw_rule)
  into ids, hashes, senders, types, rules
  from envelope e where e.envelope_id = any (asked_envelopes) and e.opened_at is not null;

  -- A crowd with the right phrase: nothing is counted, so what is said of one does not depend on those before it.
  if not exists (
    select from attempt p where p.scope = any (user_scopes || ip_scopes) and p.locked_until is not null
  ) and not exists (
    select from unnest(asked_envelopes, asked_hashes) as a (envelope_id, tried)
    where (hashes[array_position(ids, a.envelope_id)] = any (string_to_array(a.tried, ' '))) is not true
  ) then
    return query
    select a.ask::integer, null::timestamptz, a.envelope_id, senders[a.found], types[a.found], rules[a.found]
    from (
      select n.ask, n.envelope_id, array_position(ids, n.envelope_id) as found
      from unnest(asked_envelopes) with ordinality as n (envelope_id, ask)
    ) a;
    return;
  end if;

  for tried in
    select a.* from unnest(asked_envelopes, asked_hashes, user_scopes, ip_scopes, times) with ordinality
      as a (envelope_id, hashes, user_scope, ip_scope, at, ask)
    order by a.ask
  loop
    found := array_position(ids, tried.envelope_id);
    if (hashes[found] = any (string_to_array(tried.hashes, ' '))) is not true then found := null; end if;
    ask := tried.ask;
    envelope_id := null;
    sender_id := null;
    type := null;
    draw_rule := null;
    locked_until := (
      select max(p.locked_until) from attempt p
      where p.scope in (tried.user_scope, tried.ip_scope) and p.locked_until > tried.at
        and p.locked_until <= tried.at + make_interval(secs => latest_s)
    );
    if locked_until is null then
      if found is null then
        perform count_attempt(tried.ip_scope, tried.at, ip_most, window_s, first_s, longest_s, latest_s);
        perform count_attempt(tried.user_scope, tried.at, user_most, window_s, first_s, longest_s, latest_s);
      else
        envelope_id := ids[found];
        sender_id := senders[found];
        type := types[found];
        draw_rule := rules[found];
      end if;
    end if;
    return next;
  end loop;
end $$;
