alter table tg_user add column hides_from_ranking boolean not null default false;
alter table tg_user add column allows_notifications boolean not null default true;

-- What the whole envelope was worth when it opened, in millionths of a USDT; null where no price was known.
alter table envelope add column value_micros numeric(78, 0) check (value_micros >= 0);
-- Claims of slots up to this one are counted in ranking_sum.
alter table envelope add column ranked_count integer not null default 0 check (ranked_count between 0 and count);
alter table envelope add column is_ranking_due boolean not null default false;
create index envelope_ranking_due on envelope (envelope_id) where is_ranking_due;

-- A claim marks its envelope; the sums, which envelopes share, are written apart from the claim path. The mark is set
-- once until it is counted, so that most updates of an envelope change no index.
create function mark_ranking_due() returns trigger language plpgsql as $$
begin
  new.is_ranking_due := true;
  return new;
end $$;
create trigger envelope_ranking_due before update of claimed_count on envelope
  for each row when (
    new.claimed_count > old.claimed_count and new.value_micros is not null and not new.is_ranking_due
  ) execute function mark_ranking_due();

-- Value of what others claimed from a person's envelopes (kind user), or from those sent into a group (kind chat),
-- since ever ('all') or in the week that begins on a Monday ('2026-11-16').
create table ranking_sum (
  kind text not null check (kind in ('user', 'chat')),
  subject_id bigint not null,
  period text not null,
  value_micros numeric(78, 0) not null check (value_micros > 0),
  -- As the person wishes; never of a group.
  is_hidden boolean not null default false,
  primary key (kind, subject_id, period)
);
create index ranking_sum_by_value on ranking_sum (kind, period, value_micros desc, subject_id) where not is_hidden;

-- How many visible sums have the same value but for the last pairs of digits: prefix = value / 100^level. With these
-- a place is found by at most 99 rows a level, however many people there are.
create table ranking_step (
  kind text not null,
  period text not null,
  level smallint not null,
  prefix numeric(78, 0) not null,
  subjects bigint not null,
  primary key (kind, period, level, prefix)
);

create function count_ranking_steps() returns trigger language plpgsql as $$
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
create trigger ranking_sum_steps after insert or update or delete on ranking_sum
  for each row execute function count_ranking_steps();
