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
