-- A status changes only along an edge of the chart that the trigger names.
create or replace function refuse_illegal_status() returns trigger language plpgsql as $$
begin
  if not exists (
    select from lifecycle_edge where chart = tg_argv[0] and source = old.status and target = new.status
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
