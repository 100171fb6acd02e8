-- Who had an address bound when a transfer arrived, also those who have unbound it since.
create index wallet_by_address_ever on wallet (type, address_key, created_at);

-- A passphrase alone is looked for among envelopes of the caller's chats, and among those whose passphrase the server
-- made up: a typed one like 888888 would else be guessed once for all open envelopes.
alter table envelope add column has_generated_passphrase boolean not null default false;
create index envelope_by_chat_and_passphrase on envelope (chat_id, passphrase_hash) where chat_id is not null;
create index envelope_by_generated_passphrase on envelope (passphrase_hash) where has_generated_passphrase;

-- What the bot answers to /start and to being added to a group: one answer per chat, so that nobody's flood of
-- commands fills it, sent apart from the taking of updates.
create table bot_answer (
  -- A private chat has its person's id, a group a negative one.
  chat_id bigint primary key,
  -- First name of the person or title of the group.
  name text not null,
  language text not null,
  -- null once it is said or given up
  due_at timestamptz,
  answered_at timestamptz,
  attempts integer not null default 0
);
create index bot_answer_due on bot_answer (due_at) where due_at is not null;

-- Launch data is up to an hour old: it must not undo what the person has told the bot since.
alter table tg_user add column write_access_changed_at timestamptz;

-- Warnings come before other messages; of one person at most a few wait.
alter table notification add column is_warning boolean not null default false;
drop index notification_due;
create index notification_due on notification (is_warning desc, next_attempt_at) where sent_at is null and failed_at is null;
create index notification_waiting on notification (tg_user_id, next_attempt_at) where sent_at is null and failed_at is null;
