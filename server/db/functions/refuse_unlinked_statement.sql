-- Each statement of solvency follows the last one, by number, day and hash.
create or replace function refuse_unlinked_statement() returns trigger language plpgsql as $$
declare
  last solvency_statement;
begin
  select * into last from solvency_statement order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1
    or new.previous_hash is distinct from last.hash
    or new.day <> coalesce(last.day + 1, new.day) then
    raise exception 'statement % does not follow the last one', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
