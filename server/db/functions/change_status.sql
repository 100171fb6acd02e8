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
