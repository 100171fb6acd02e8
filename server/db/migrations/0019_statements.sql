-- Signed daily statements of what is owed and held: a chain of hashes without gaps, one for each UTC day.
create table solvency_statement (
  number integer primary key check (number > 0),
  day date not null unique,
  -- Canonical JSON: what is hashed.
  body text not null,
  -- Null in the first.
  previous_hash text unique,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  signature text not null check (signature ~ '^[0-9a-f]{128}$')
);
create trigger solvency_statement_append_only before update or delete or truncate on solvency_statement
  for each statement execute function refuse_change();

create function refuse_unlinked_statement() returns trigger language plpgsql as $$
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
create trigger solvency_statement_linked before insert on solvency_statement
  for each row execute function refuse_unlinked_statement();
