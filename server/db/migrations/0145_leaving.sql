-- The pseudonym that takes the place of a deleted account in its many rows, while a job puts it there. Then the row goes.
alter table tg_user add column leaving_as bigint;
