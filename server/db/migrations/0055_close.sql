-- A sender may end an open envelope before its time: a second way from open to expired. Statements hand in the event,
-- since two statuses no longer tell it.
alter table envelope add column changed_event text;
alter table envelope add constraint envelope_event_taken check (changed_event is null) not valid;
alter table payment_order add column changed_event text;
alter table payment_order add constraint payment_order_event_taken check (changed_event is null) not valid;
alter table payout add column changed_event text;
alter table payout add constraint payout_event_taken check (changed_event is null) not valid;

-- A status changes only along an edge of the chart that the trigger names, and no change is without an entry in its
-- history. Time, cause and event come with the statement, in columns that are empty again afterwards. The row is locked,
-- so its steps have no gap and no step is taken twice.
create or replace function change_status() returns trigger language plpgsql as $$
declare
  row_id text := to_jsonb(new) ->> tg_argv[1];
  found_event text;
  last_step integer;
begin
  select e.event into found_event from lifecycle_edge e
  where e.chart = tg_argv[0] and e.source = old.status and e.target = new.status
    and e.event = coalesce(new.changed_event, e.event)
  -- Processes of the version before the event was handed in end no envelope but by its time.
  order by e.event = 'envelope.closed' limit 1;
  if found_event is null then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  select coalesce(max(h.step), 0) into last_step from status_history h where h.chart = tg_argv[0] and h.id = row_id;
  -- What came before is not known.
  if last_step = 0 and new.has_whole_history is not true then
    last_step := 1;
    insert into status_history (chart, id, step, target, cause)
    values (tg_argv[0], row_id, last_step, old.status, 'beforeHistory');
  end if;
  insert into status_history (chart, id, step, source, event, target, at, cause, is_end)
  values (tg_argv[0], row_id, last_step + 1, old.status, found_event, new.status, new.changed_at,
    -- Processes of the version before the history hand in nothing.
    coalesce(new.changed_by, 'earlierVersion'),
    not exists (select from lifecycle_edge e where e.chart = tg_argv[0] and e.source = new.status));
  new.changed_at := null;
  new.changed_by := null;
  new.changed_event := null;
  return new;
end $$;

-- Where the tables lie on shards already, the function is the one of server/db/citus.
do $install$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
  if not exists (select from pg_dist_partition where logicalrelid = 'envelope'::regclass and partmethod = 'h') then return; end if;
  execute $function$create or replace function change_status() returns trigger language plpgsql as $$
declare
  row_id text := to_jsonb(new) ->> tg_argv[1];
  found_event text;
  last_step integer;
  leads_on boolean;
begin
  select e.event into found_event from lifecycle_edge e
  where e.chart = tg_argv[0] and e.source = old.status and e.target = new.status
    and e.event = coalesce(new.changed_event, e.event)
  -- Processes of the version before the event was handed in end no envelope but by its time.
  order by e.event = 'envelope.closed' limit 1;
  if found_event is null then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  select coalesce(max(h.step), 0) into last_step from status_history h where h.chart = tg_argv[0] and h.id = row_id;
  -- What came before is not known.
  if last_step = 0 and new.has_whole_history is not true then
    last_step := 1;
    insert into status_history (chart, id, step, target, cause)
    values (tg_argv[0], row_id, last_step, old.status, 'beforeHistory');
  end if;
  select exists (select from lifecycle_edge e where e.chart = tg_argv[0] and e.source = new.status) into leads_on;
  insert into status_history (chart, id, step, source, event, target, at, cause, is_end)
  values (tg_argv[0], row_id, last_step + 1, old.status, found_event, new.status, new.changed_at,
    -- Processes of the version before the history hand in nothing.
    coalesce(new.changed_by, 'earlierVersion'),
    not leads_on);
  new.changed_at := null;
  new.changed_by := null;
  new.changed_event := null;
  return new;
end $$$function$;
end $install$;
