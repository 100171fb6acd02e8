-- As server/db/functions/judge_tries.sql, but who asks has read the envelope on its shard: one that is asked for is right.
-- Judges tries of passphrases in their order. The answer is until when the address or the person is locked, else the
-- envelope that the phrase opens, else neither: a wrong try, which is counted for both. A right one writes nothing.
-- Whatever processes ask, a person's and an address's tries are judged one after the other, and each sees what those
-- before it have counted: advisory locks, taken first and in one order, last until all is committed.
create or replace function judge_tries(
  -- The hashes of each phrase are hex, with spaces between.
  asked_envelopes text[], asked_hashes text[], user_scopes text[], ip_scopes text[], times timestamptz[],
  user_most integer, ip_most integer, window_s integer, first_s integer, longest_s integer, latest_s integer
) returns table (ask integer, locked_until timestamptz, envelope_id text, sender_id bigint, type text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  tried record;
begin
  perform pg_advisory_xact_lock(in_order.key) from (
    select distinct hashtextextended(scopes.scope, 0) as key from unnest(user_scopes || ip_scopes) as scopes (scope)
    order by key
  ) as in_order;

  for tried in
    select a.*, a.envelope_id as found_id
    from unnest(asked_envelopes, user_scopes, ip_scopes, times) with ordinality
      as a (envelope_id, user_scope, ip_scope, at, ask)
    order by a.ask
  loop
    ask := tried.ask;
    envelope_id := null;
    sender_id := null;
    type := null;
    locked_until := (
      select max(p.locked_until) from attempt p
      where p.scope in (tried.user_scope, tried.ip_scope) and p.locked_until > tried.at
        and p.locked_until <= tried.at + make_interval(secs => latest_s)
    );
    if locked_until is null then
      if tried.found_id is null then
        perform count_attempt(tried.ip_scope, tried.at, ip_most, window_s, first_s, longest_s, latest_s);
        perform count_attempt(tried.user_scope, tried.at, user_most, window_s, first_s, longest_s, latest_s);
      else
        envelope_id := tried.found_id;
      end if;
    end if;
    return next;
  end loop;
end $$;
