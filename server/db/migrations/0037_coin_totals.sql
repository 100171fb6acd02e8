-- What a coin's accounts that are nobody's hold, so that no reading grows with the ledger. Who books a movement adds a row
-- to coin_change, so nobody waits for another; a job adds these rows to the totals.
create table coin_total (
  coin_type text primary key,
  treasury_base numeric(78, 0) not null default 0,
  cold_base numeric(78, 0) not null default 0,
  fees_base numeric(78, 0) not null default 0,
  unmatched_base numeric(78, 0) not null default 0
) with (fillfactor = 50);
create table coin_change (
  change_id bigint generated always as identity primary key,
  coin_type text not null,
  treasury_base numeric(78, 0) not null,
  cold_base numeric(78, 0) not null,
  fees_base numeric(78, 0) not null,
  unmatched_base numeric(78, 0) not null
);

-- Whether both have a line of these accounts; it says nothing of other lines. Lines that are there count as totalled, and a
-- later migration totals them. Processes of the last version write none that are.
alter table ledger_entry add column is_totalled boolean not null default true;
alter table ledger_entry alter column is_totalled set default false;
