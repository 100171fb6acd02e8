-- Who claims in a chat has not seen the envelope open: the app plays that once, when it is opened on the envelope next.
alter table claim add column is_opening_due boolean not null default false;
