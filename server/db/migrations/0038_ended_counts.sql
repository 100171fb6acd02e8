-- How many envelopes and orders have ended, by status. A job counts each once it has ended, in one transaction with the
-- mark. What is there counts as counted: the next migrations take the mark off what has not ended, and count the rest.
create table ended_count (
  chart text not null,
  status text not null,
  count bigint not null default 0,
  primary key (chart, status)
) with (fillfactor = 50);
alter table envelope add column is_counted boolean not null default true;
alter table envelope alter column is_counted set default false;
