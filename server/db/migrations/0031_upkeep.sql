-- A confirmed report changes what everybody reads of an account: it is an action like the others.
alter table operator_action drop constraint operator_action_kind_check;
alter table operator_action add constraint operator_action_kind_check check (kind in (
  'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze',
  'bookOutgoing', 'returnFromCold', 'raiseFee', 'acknowledgeUnread', 'confirmReport'
));

-- Messages that were sent or given up are deleted after a while.
create index notification_over on notification (coalesce(sent_at, failed_at)) where sent_at is not null or failed_at is not null;
create index alarm_message_over on alarm_message (coalesce(sent_at, failed_at)) where sent_at is not null or failed_at is not null;
