-- Whose account is gone: launch data that was signed before, or that logged in to it, opens no new one. Kept as long as
-- launch data counts.
create table departed_person (
  tg_user_id bigint not null,
  deleted_at timestamptz not null,
  launch_hashes bytea[] not null,
  primary key (tg_user_id, deleted_at)
);
create index departed_person_deleted_at_idx on departed_person (deleted_at);
-- Of the launch data that made it; null where an earlier version did.
alter table session add column launch_hash bytea;
