-- A status changes only along an edge of the chart that the trigger names, and no change is without an entry in its
-- history. Time, cause and event come with the statement, in columns that are empty again afterwards. The row is locked,
-- so its steps have no gap and no step is taken twice. A shard takes no statement that writes what it has to ask for first.
create or replace function change_status() returns trigger language plpgsql as $$
declare
  row_id text := to_jsonb(new) ->> tg_argv[1];
  last_step integer;
  leads_on boolean;
begin
  perform from lifecycle_edge e
  where e.chart = tg_argv[0] and e.source = old.status and e.target = new.status and e.event = new.changed_event;
  if not found then
    raise exception '% cannot go from % to % by %', tg_argv[0], old.status, new.status, new.changed_event
      using errcode = 'check_violation';
  end if;
  select coalesce(max(h.step), 0) into last_step from status_history h where h.chart = tg_argv[0] and h.id = row_id;
  select exists (select from lifecycle_edge e where e.chart = tg_argv[0] and e.source = new.status) into leads_on;
  insert into status_history (chart, id, step, source, event, target, at, cause, is_end)
  values (tg_argv[0], row_id, last_step + 1, old.status, new.changed_event, new.status, new.changed_at, new.changed_by,
    not leads_on);
  new.changed_at := null;
  new.changed_by := null;
  new.changed_event := null;
  return new;
end $$;
