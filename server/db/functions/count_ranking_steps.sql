-- Counts people and groups by the leading digits of their sums, so that a rank is found without reading the list.
create or replace function count_ranking_steps() returns trigger language plpgsql as $$
begin
  insert into ranking_step as s (kind, period, level, prefix, subjects)
  select c.kind, c.period, l.level, div(c.value_micros, 100::numeric ^ l.level), sum(c.subjects)
  from (
    select old.kind, old.period, old.value_micros, -1 where tg_op <> 'INSERT' and not old.is_hidden
    union all
    select new.kind, new.period, new.value_micros, 1 where tg_op <> 'DELETE' and not new.is_hidden
  ) c (kind, period, value_micros, subjects)
  cross join generate_series(1, 8) l (level)
  group by 1, 2, 3, 4
  having sum(c.subjects) <> 0
  on conflict (kind, period, level, prefix) do update set subjects = s.subjects + excluded.subjects;
  if tg_op <> 'INSERT' then
    delete from ranking_step s using generate_series(1, 8) l (level)
    where s.kind = old.kind and s.period = old.period and s.level = l.level
      and s.prefix = div(old.value_micros, 100::numeric ^ l.level) and s.subjects = 0;
  end if;
  return null;
end $$;
