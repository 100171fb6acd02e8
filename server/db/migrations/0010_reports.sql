-- Reports of messenger accounts as fakes. One counts only once an operator has confirmed it.
create table fraud_report (
  report_id text primary key,
  -- As domain/account spells it: @name or a number.
  account text not null check (account <> ''),
  tg_user_id bigint not null references tg_user,
  reason text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Who confirmed it, and why.
  confirmed_by text,
  confirmed_reason text,
  check ((confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (confirmed_reason is null)),
  -- Who reports an account again says nothing new.
  unique (account, tg_user_id)
);
