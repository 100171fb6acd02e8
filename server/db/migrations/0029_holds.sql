-- Why a payout is held, more precisely, and when it is looked at again.
alter table payout drop constraint payout_held_reason_check;
alter table payout add constraint payout_held_reason_check
  check (held_reason in ('limit', 'treasury', 'fee', 'paused', 'frozen', 'receiver'));
-- Of a limit: it is that of all people's hour, which ends by itself. An operator ends the others.
alter table payout add column is_hour_limit boolean not null default false;
-- Since when the present reason holds it.
alter table payout add column held_at timestamptz;
-- A wallet that takes no transfer is tried again from here on.
alter table payout add column retry_at timestamptz;
-- When its owner was told that the money can be had back, after a day at such a wallet.
alter table payout add column offered_back_at timestamptz;
