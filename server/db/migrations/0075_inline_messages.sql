-- Messages that a sender put into any chat by the bot's name: each is edited once its envelope is over.
create table inline_message (
  inline_message_id text primary key,
  envelope_id text not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  failed_at timestamptz,
  -- What the messenger last answered, without any secret.
  last_error text,
  sent_at timestamptz
);
create index inline_message_envelope on inline_message (envelope_id);
create index inline_message_waiting on inline_message (next_attempt_at) where sent_at is null and failed_at is null;
