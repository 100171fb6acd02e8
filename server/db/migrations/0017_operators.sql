-- Operators also decide about payouts, freeze, and book what left the treasury by hand.
alter table operator_action drop constraint operator_action_kind_check;
alter table operator_action add constraint operator_action_kind_check check (kind in (
  'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze', 'bookOutgoing'
));
alter table operator_action
  alter column tg_user_id drop not null,
  alter column coin_type drop not null,
  alter column amount_base drop not null,
  -- What it was done to: a payout, a scope, a transaction. Null for an assignment, whose id says it.
  add column subject text;
alter table operator_action add constraint operator_action_assigned check (
  kind not in ('assignTransfer', 'assignSurplus')
  or (tg_user_id is not null and coin_type is not null and amount_base is not null)
);
create index operator_action_newest on operator_action (created_at desc);

-- What is frozen now: all, coin:<coin>, person:<id>, wallet:<type>:<address>, envelope:<id>. The log has who did it and why.
create table frozen_scope (
  scope text primary key check (scope ~ '^(all|(coin|person|wallet|envelope):.+)$'),
  frozen_at timestamptz not null
);

-- Transactions that an operator sent from the treasury by hand and booked.
create table outgoing_transfer (
  coin_type text not null,
  tx_hash text not null,
  -- The ledger's account that it was booked against.
  account text not null,
  to_address text not null,
  value_base numeric(78, 0) not null check (value_base >= 0),
  fee_base numeric(78, 0) not null check (fee_base >= 0),
  position bigint not null,
  booked_at timestamptz not null,
  primary key (coin_type, tx_hash)
);
create index outgoing_transfer_by_position on outgoing_transfer (coin_type, position) include (value_base, fee_base);
create trigger outgoing_transfer_append_only before update or delete or truncate on outgoing_transfer
  for each statement execute function refuse_change();

-- What needs an operator. One of a kind and subject is open at a time.
create table alarm (
  alarm_id text primary key,
  kind text not null,
  -- What it is about: a coin, a payout, a job.
  subject text not null,
  details text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create unique index alarm_open on alarm (kind, subject) where cleared_at is null;
create index alarm_newest on alarm (raised_at desc);

-- That an alarm was raised or cleared, on its way to an operator.
create table alarm_message (
  alarm_id text not null references alarm,
  channel text not null check (channel in ('webhook', 'bot')),
  event text not null check (event in ('raised', 'cleared')),
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  primary key (alarm_id, channel, event)
);
create index alarm_message_waiting on alarm_message (channel, created_at) where sent_at is null and failed_at is null;
