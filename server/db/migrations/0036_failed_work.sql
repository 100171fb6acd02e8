-- What a job could not do for one row: it is set aside until its next try, and others go on. failed_at with a reason
-- makes a dead letter.
create table failed_work (
  job text not null,
  item text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  failed_at timestamptz,
  last_error text,
  primary key (job, item)
);

create index failed_work_dead on failed_work (failed_at) where last_error is not null and failed_at is not null;
