-- Transactions that name the treasury and cannot be read. Each is set aside for an operator, and the others go on.
create table unread_transaction (
  coin_type text not null,
  tx_hash text not null,
  position bigint not null,
  reason text not null,
  seen_at timestamptz not null,
  -- When an operator has looked at it.
  acknowledged_at timestamptz,
  primary key (coin_type, tx_hash)
);
create index unread_transaction_waiting on unread_transaction (coin_type, position) where acknowledged_at is null;

alter table operator_action drop constraint operator_action_kind_check;
alter table operator_action add constraint operator_action_kind_check check (kind in (
  'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze',
  'bookOutgoing', 'returnFromCold', 'raiseFee', 'acknowledgeUnread'
));
