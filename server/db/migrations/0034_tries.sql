-- Attempts are counted by a function, so that tries of passphrases are judged and counted in one statement.
-- Counts an attempt, and says whether the scope was open for it. The last attempt that the window allows locks the
-- scope: for `first_s` seconds, twice as long each further time until `longest_s`, or, without a `first_s`, until the
-- oldest attempt has left the window. A growing lock starts over once its longest time has passed without an attempt. A
-- lock that ends more than `latest_s` after `at` was set while a clock was ahead, and is ignored.
create or replace function count_attempt(
  asked_scope text, at timestamptz, most integer, window_s integer, first_s integer, longest_s integer, latest_s integer
) returns boolean
language plpgsql
as $$
begin
  insert into attempt as known (scope, counted_at, locked_until) values (
    asked_scope,
    array[at],
    -- With a limit of one, the first attempt locks the scope.
    case when most = 1 then at + make_interval(secs => coalesce(first_s, window_s)) end
  )
  on conflict (scope) do update set (counted_at, locked_until, lock_seconds) = (
    select
      case when tried.is_last and first_s is not null then '{}' else tried.recent end,
      case
        when not tried.is_last then known.locked_until
        when first_s is null
          then (select min(counted) from unnest(tried.recent) as counted) + make_interval(secs => window_s)
        else at + make_interval(secs => tried.lock_seconds)
      end,
      case when tried.is_last then tried.lock_seconds else known.lock_seconds end
    from (
      select lately.recent, cardinality(lately.recent) >= most as is_last,
        case
          when first_s is null then 0
          when known.locked_until > at - make_interval(secs => longest_s)
            and known.locked_until <= at + make_interval(secs => latest_s) then least(known.lock_seconds * 2, longest_s)
          else first_s
        end as lock_seconds
      from (
        select array(
          select counted from unnest(known.counted_at) as counted
          where counted > at - make_interval(secs => window_s) and counted <= at + make_interval(secs => window_s)
        ) || excluded.counted_at as recent
      ) as lately
    ) as tried
  )
  where coalesce(known.locked_until <= at or known.locked_until > at + make_interval(secs => latest_s), true);
  return found;
end $$;

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
    select a.*, e.envelope_id as found_id, e.sender_id, e.type
    from unnest(asked_envelopes, asked_hashes, user_scopes, ip_scopes, times) with ordinality
      as a (envelope_id, hashes, user_scope, ip_scope, at, ask)
    left join lateral (
      select from_id.* from envelope from_id
      where from_id.envelope_id = a.envelope_id and from_id.opened_at is not null
        and encode(from_id.passphrase_hash, 'hex') = any (string_to_array(a.hashes, ' '))
      offset 0
    ) e on true
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
        sender_id := tried.sender_id;
        type := tried.type;
      end if;
    end if;
    return next;
  end loop;
end $$;
