-- Every queue says why its last delivery failed; failed_at with a reason makes a dead letter.
alter table notification add column last_error text;
alter table alarm_message add column last_error text;
alter table bot_answer add column failed_at timestamptz;
alter table bot_answer add column last_error text;

-- An update that cannot be carried out is tried again and kept, and holds up no other.
alter table bot_update add column attempts integer not null default 0;
alter table bot_update add column next_attempt_at timestamptz not null default '-infinity';
alter table bot_update add column failed_at timestamptz;
alter table bot_update add column last_error text;

create index notification_dead on notification (failed_at) where last_error is not null and failed_at is not null;
create index alarm_message_dead on alarm_message (failed_at) where last_error is not null and failed_at is not null;
create index group_post_dead on group_post (failed_at) where last_error is not null and failed_at is not null;
create index bot_answer_dead on bot_answer (failed_at) where last_error is not null and failed_at is not null;
create index bot_update_dead on bot_update (failed_at) where last_error is not null and failed_at is not null;

alter table operator_action drop constraint operator_action_kind_check;
alter table operator_action add constraint operator_action_kind_check check (kind in (
  'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze',
  'bookOutgoing', 'returnFromCold', 'raiseFee', 'acknowledgeUnread', 'confirmReport', 'redeliver'
));
