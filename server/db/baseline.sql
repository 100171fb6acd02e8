-- PostgreSQL 15 dialect. The whole schema, but for functions/*.sql, which come first. Amounts are numeric(78, 0) base units;
-- times are handed in by the server's clock, never now().

create table tg_user (
  tg_user_id bigint primary key check (tg_user_id > 0),
  username text,
  first_name text not null,
  last_name text,
  photo_url text,
  lang text not null,
  allows_write_to_pm boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Launch data is up to an hour old: it must not undo what the person has told the bot since.
  write_access_changed_at timestamptz,
  -- argon2id in the PHC form.
  security_code_hash text,
  -- The cover and the text that a person's envelopes carry where a send names none; null: the person never chose.
  cover_id text,
  message_id text,
  hides_from_ranking boolean not null default false,
  allows_notifications boolean not null default true,
  -- The address of a person, encrypted under APP_SECRET.
  email_sealed bytea,
  -- The pseudonym that takes the place of a deleted account in its many rows, while a job puts it there. Then the row goes.
  leaving_as bigint,
  constraint security_code_has_email check (security_code_hash is null or email_sealed is not null)
);
create index tg_user_leaving on tg_user (tg_user_id) where leaving_as is not null;

create table session (
  session_id text primary key,
  token_hash bytea not null unique,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_possible_at timestamptz not null,
  revoked_at timestamptz,
  -- Of the launch data that made it.
  launch_hash bytea
);
create index session_by_user on session (tg_user_id);
create index session_ending on session (last_possible_at);

create table chat (
  chat_id bigint primary key,
  title text not null,
  is_bot_member boolean not null,
  updated_at timestamptz not null,
  -- What the messenger says of a chat: its kind, its public name, and whether it made the bot an administrator.
  kind text not null default 'group' check (kind in ('group', 'channel')),
  username text,
  is_bot_administrator boolean not null default false,
  -- Under which id a group goes on that became a supergroup: links signed with the old one keep working.
  moved_to_chat_id bigint
);

create table chat_link (
  tg_user_id bigint not null references tg_user,
  chat_id bigint not null references chat,
  linked_at timestamptz not null,
  -- The topic of the forum from which the person last came: their envelopes are posted there.
  thread_id bigint,
  primary key (tg_user_id, chat_id)
);

create table wallet (
  wallet_id text primary key,
  tg_user_id bigint not null references tg_user,
  type text not null check (type in ('ETH', 'Solana', 'Tron', 'Ton')),
  address text not null,
  -- The form in which two spellings of one address are equal (ETH: lower case).
  address_key text not null,
  proven_at timestamptz,
  created_at timestamptz not null,
  unbound_at timestamptz
);
create index wallet_by_address on wallet (type, address_key) where unbound_at is null;
-- Who had an address bound when a transfer arrived, also those who have unbound it since.
create index wallet_by_address_ever on wallet (type, address_key, created_at);
-- Whether somebody has ever proven another wallet is asked before each proof.
create index wallet_ever_proven on wallet (tg_user_id, type) where proven_at is not null;
create unique index wallet_one_per_type on wallet (tg_user_id, type) where unbound_at is null;
create unique index wallet_proven_once on wallet (type, address_key)
  where proven_at is not null and unbound_at is null;
create index wallet_unbound on wallet (unbound_at) where unbound_at is not null;

create table wallet_challenge (
  challenge_id text primary key,
  tg_user_id bigint not null references tg_user,
  type text not null,
  address_key text,
  message text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- What the cleanup looks for.
create index wallet_challenge_expiring on wallet_challenge (expires_at);

create table payment_order (
  order_id text primary key,
  tg_user_id bigint not null references tg_user,
  status text not null,
  coin_type text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  paid_base numeric(78, 0) not null default 0 check (paid_base >= 0),
  treasury_address text not null,
  from_address text,
  from_address_key text,
  network text not null,
  reference text,
  created_position bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  request_id text unique,
  -- The envelopes that an order pays for, so that they are read and changed by their own ids.
  envelope_ids text[] not null default '{}',
  -- Orders that were paid while money was missing. Only these have envelopes to open later, so the poll for them reads
  -- neither old orders nor those that nobody has paid.
  is_opening_due boolean not null default false,
  changed_at timestamptz,
  changed_by text,
  -- In a transaction of its own: who holds an order may wait for an envelope.
  is_counted boolean not null default false,
  changed_event text,
  constraint payment_order_change_taken check (changed_at is null and changed_by is null),
  constraint payment_order_event_taken check (changed_event is null)
);
create index payment_order_by_address on payment_order (coin_type, from_address_key, created_at);
create index payment_order_open_by_address on payment_order (coin_type, from_address_key, created_at)
  where status in ('awaitingPayment', 'partiallyPaid', 'confirming');
create index payment_order_open_by_user on payment_order (tg_user_id, created_at)
  where status in ('awaitingPayment', 'partiallyPaid', 'confirming');
create index payment_order_opening_due on payment_order (coin_type) where is_opening_due;
create index payment_order_reference on payment_order (coin_type, reference) where reference is not null;
create index payment_order_to_forget on payment_order (settled_at)
  where status in ('cancelled', 'expired') and (paid_base = (0));
create index payment_order_uncounted on payment_order (status) where not is_counted;
create trigger payment_order_status before update of status on payment_order
  for each row when (old.status is distinct from new.status) execute function change_status('order', 'order_id');

create table envelope (
  envelope_id text primary key,
  sender_id bigint not null references tg_user,
  status text not null,
  type text not null check (type in ('ordinary', 'luckyDraw')),
  coin_type text not null,
  total_base numeric(78, 0) not null check (total_base > 0),
  count integer not null check (count >= 1 and count <= 100),
  claimed_count integer not null default 0,
  claimed_base numeric(78, 0) not null default 0,
  refunded_base numeric(78, 0) not null default 0,
  -- Keyed hash for look-up and comparison; cipher text for the sender's eyes.
  passphrase_hash bytea,
  passphrase_cipher bytea,
  remark text not null default '',
  cover_id text,
  message_id text,
  chat_id bigint references chat,
  order_id text not null references payment_order,
  commitment text,
  salt bytea,
  best_base numeric(78, 0),
  created_at timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- A passphrase alone is looked for among envelopes of the caller's chats, and among those whose passphrase the server
  -- made up: a typed one like 888888 would else be guessed once for all open envelopes.
  has_generated_passphrase boolean not null default false,
  -- What the whole envelope was worth when it opened, in millionths of a USDT; null where no price was known.
  value_micros numeric(78, 0) check (value_micros >= 0),
  -- How far an envelope is claimed, as its sender's list tells it and filters by it.
  record_status text not null generated always as (
    case
      when claimed_count = count then 'received'
      when claimed_count > 0 then 'partiallyReceived'
      else 'notReceived'
    end
  ) stored,
  -- Whether an envelope that has ended is counted in the totals of its sender.
  is_summed boolean not null default false,
  -- A statement that changes a status hands in when and why; the trigger takes both out of the row again. What is left there
  -- would count for the next change, so no row may keep it.
  changed_at timestamptz,
  changed_by text,
  -- Who may open an envelope: whoever knows its passphrase, or members of its group and of other chats, by a tap. Those
  -- have no passphrase. `conditions` lists the chats as they were at the send, the group first.
  claim_rule text not null default 'passphrase',
  conditions jsonb not null default '[]',
  -- A sender may end an open envelope before its time: a second way from open to expired. Statements hand in the event,
  -- since two statuses no longer tell it.
  changed_event text,
  -- instant: the n-th claim gets slot n at once. together: who enters within draw_window_s of the first entry is in one draw.
  draw_rule text not null default 'instant' check (draw_rule in ('instant', 'together')),
  draw_window_s integer,
  entry_count integer not null default 0,
  -- Of the latest window.
  closes_at timestamptz,
  constraint envelope_draw_window check ((draw_rule = 'together') = (draw_window_s is not null)),
  check (claimed_count >= 0 and claimed_count <= count),
  check (claimed_base + refunded_base <= total_base),
  constraint envelope_change_taken check (changed_at is null and changed_by is null),
  constraint envelope_event_taken check (changed_event is null),
  constraint envelope_opens_one_way check (
    case claim_rule
      when 'passphrase' then passphrase_hash is not null and passphrase_cipher is not null
      when 'members' then passphrase_hash is null and passphrase_cipher is null and chat_id is not null
      else false
    end
  )
);
create index envelope_by_order on envelope (order_id);
create index envelope_by_record_status on envelope (sender_id, coin_type, record_status, created_at desc, envelope_id desc);
create index envelope_by_sender on envelope (sender_id, created_at desc, envelope_id desc);
create index envelope_expiring on envelope (expires_at) where status = 'open';
create index envelope_live_by_sender on envelope (sender_id) where not is_summed;
-- In which groups a typed passphrase may open something now.
create index envelope_open_phrases_by_chat on envelope (chat_id)
  where status = 'open' and claim_rule = 'passphrase' and not has_generated_passphrase and chat_id is not null;
create index envelope_refundable on envelope (expires_at) where status = 'expired';
create index envelope_to_sum on envelope (ended_at)
  where not is_summed and status in ('finished', 'refunded', 'cancelled');
create trigger envelope_status before update of status on envelope
  for each row when (old.status is distinct from new.status) execute function change_status('envelope', 'envelope_id');

create table share (
  envelope_id text not null references envelope,
  slot integer not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  primary key (envelope_id, slot)
);

create table claim (
  envelope_id text not null references envelope,
  tg_user_id bigint not null references tg_user,
  slot integer not null,
  -- The n-th claim of its envelope: in a draw by turns its slot, too.
  number integer not null,
  claim_id text not null,
  coin_type text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  claimed_at timestamptz not null,
  -- How the claimer thanks the sender.
  reaction text,
  -- Who claims in a chat has not seen the envelope open: the app plays that once, when it is opened on the envelope next.
  is_opening_due boolean not null default false,
  unique (envelope_id, slot),
  primary key (envelope_id, tg_user_id),
  constraint claim_reaction check (reaction in ('clap', 'heart', 'fire', 'pray', 'party', 'laugh'))
);
create index claim_by_user_and_coin on claim (tg_user_id, coin_type, claimed_at desc, claim_id desc);

-- Rounds of the beacon that a draw waits for, and later ones; each is verified before it is stored.
create table beacon_round (
  round bigint primary key,
  signature bytea not null check (length(signature) = 48),
  verified_at timestamptz not null
);

-- What signs receipts and roots of draws, a key for each month.
create table draw_key (
  valid_from timestamptz primary key,
  valid_until timestamptz not null,
  public_key text not null unique check (public_key ~ '^[0-9a-f]{64}$'),
  -- Its seed, encrypted under DRAW_KEY or APP_SECRET.
  seed_sealed bytea not null,
  -- The key of the statements of solvency, and its signature.
  certified_by text,
  certificate text,
  check ((certified_by is null) = (certificate is null))
);

-- All draws that one round decides, signed and published before it is spoken: one a round at most, and always the same.
create table draw_root (
  round bigint primary key,
  made_at timestamptz not null,
  -- Canonical JSON: what is signed.
  body text not null,
  signature text not null check (signature ~ '^[0-9a-f]{128}$'),
  -- The draws under it, in the order of their envelopes' ids.
  leaves jsonb not null
);
create index draw_root_over on draw_root (made_at);
create trigger draw_root_final before update on draw_root
  for each statement execute function refuse_change();

-- The time in which people enter one draw. The round of the beacon that decides it is fixed by the first entry.
create table draw_window (
  envelope_id text not null references envelope,
  round bigint not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  entries integer not null,
  -- The last entry's.
  head bytea not null,
  -- Nobody enters any more.
  closed_at timestamptz,
  settled_at timestamptz,
  -- The beacon was silent for too long.
  is_undrawn boolean not null default false,
  -- Who waited for it late has a letter; where it was in time, nobody needs one.
  told_at timestamptz,
  primary key (envelope_id, round)
);
create index draw_window_unsettled on draw_window (round) where settled_at is null;
create index draw_window_untold on draw_window (settled_at) where told_at is null;

-- Who is in a draw. `head` is the hash of the one before it, at first of the envelope's commitment and count, and of this
-- one: none is slipped in afterwards. Thousands enter at once: the envelope is there, since it is locked when they do, and its
-- window keeps it; who waits for a draw is found by the windows that are not settled.
create table entry (
  envelope_id text not null,
  tg_user_id bigint not null references tg_user,
  entry_id text not null,
  place integer not null,
  round bigint not null,
  head bytea not null,
  entered_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'won', 'lost', 'undrawn')),
  unique (envelope_id, place),
  primary key (envelope_id, tg_user_id)
);

-- Accounts: user:<id>:<coin>, envelope:<id>, order:<id>, unmatched:<coin>, fees:<coin>, treasury:<coin>.
-- A positive amount is what the account gains. The treasury is the outside: minus its sum is what the chain holds for us.
create table ledger_entry (
  transaction_id text not null,
  line smallint not null,
  kind text not null,
  account text not null,
  coin_type text not null,
  amount_base numeric(78, 0) not null check (amount_base <> 0),
  created_at timestamptz not null,
  -- Where a ledger transaction lies: both lines of a claim with their envelope, so that a sharded database keeps them on
  -- one node. It is the envelope's id for opening, claim and refund, else the transaction's id, and always a function of
  -- the movement, so that the key still forbids to book one twice.
  home text not null,
  primary key (transaction_id, line, home)
);
-- What reconciliations found, by position.
create index ledger_entry_found on ledger_entry (coin_type, (split_part(transaction_id, ':', 3)::numeric))
  where kind in ('opening', 'surplus');
-- The movements of one account, newest first, and its balance.
create index ledger_entry_of_account on ledger_entry (account, created_at desc, transaction_id desc) include (amount_base);
create trigger ledger_entry_append_only before delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_entry_balanced after insert on ledger_entry
  referencing new table as inserted for each statement execute function refuse_unbalanced();
create trigger ledger_entry_unchanged before update on ledger_entry
  for each row execute function refuse_rewriting();

-- The edges of the charts in machines/lifecycle, written by the migration runner.
create table lifecycle_edge (
  chart text not null,
  source text not null,
  event text not null,
  target text not null,
  primary key (chart, source, event)
);

-- The external payment code of the page outside the messenger.
create table payment_code (
  code_hash bytea primary key,
  code_cipher bytea not null,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A payment code may serve one purpose alone: to prove one wallet, or to pay one order.
  prove_type text check (prove_type in ('ETH', 'Solana', 'Tron', 'Ton')),
  proven_wallet_id text references wallet,
  order_id text references payment_order,
  check (prove_type is null or order_id is null),
  check (proven_wallet_id is null or prove_type is not null)
);
create index payment_code_by_order on payment_code (order_id) where order_id is not null;
create index payment_code_by_user on payment_code (tg_user_id, expires_at);
create index payment_code_expiring on payment_code (expires_at);

-- Orders that a used code has shown: it may read and report on them until they end.
create table payment_code_order (
  code_hash bytea not null references payment_code,
  order_id text not null references payment_order,
  primary key (code_hash, order_id)
);
create index payment_code_order_by_order on payment_code_order (order_id);

-- A hash that somebody says pays an order: a hint, never a proof.
create table payment_report (
  coin_type text not null,
  tx_hash text not null,
  order_id text not null references payment_order,
  reported_at timestamptz not null,
  primary key (coin_type, tx_hash, order_id)
);
create index payment_report_by_order on payment_report (order_id, reported_at);
create index payment_report_recent on payment_report (coin_type, reported_at);

create table chain_cursor (
  coin_type text primary key,
  settled_position bigint not null,
  head_position bigint not null,
  -- Time of the newest settled block; null until one is settled. What has not paid by then comes too late.
  final_time timestamptz,
  updated_at timestamptz not null,
  settled_ref text
);

-- Every transfer to the treasury. One that is not final yet may vanish again, and its order_id is a guess; a settled
-- one never changes, but that an unmatched one is credited once somebody has proven its sender.
create table chain_transfer (
  coin_type text not null,
  tx_hash text not null,
  transfer_index integer not null,
  from_address text not null,
  from_address_key text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  position bigint not null,
  block_ref text,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  -- order: counted toward order_id; balance: to the payer's balance; unmatched: nobody has proven the address.
  outcome text check (outcome in ('order', 'balance', 'unmatched', 'cold')),
  order_id text references payment_order,
  tg_user_id bigint references tg_user,
  -- When two endpoints listed it alike as final, as it stands here: only then it is settled.
  agreed_at timestamptz,
  -- When endpoints first contradicted each other about a transfer that is not settled yet.
  disputed_at timestamptz,
  -- What a wallet reports it as, where that is not tx_hash.
  reported_as text,
  -- What the payment carries to name its order.
  reference text,
  -- Each reading of it while endpoints differ, by the columns above: which of them is true is unknown.
  told jsonb,
  check ((settled_at is null) = (outcome is null)),
  primary key (coin_type, tx_hash, transfer_index)
);
create index chain_transfer_by_order on chain_transfer (order_id);
create index chain_transfer_by_sender on chain_transfer (coin_type, from_address_key);
create index chain_transfer_disputed on chain_transfer (coin_type)
  where disputed_at is not null and settled_at is null;
-- What the treasury's reconciliation leaves out: transfers settled above its block.
create index chain_transfer_settled on chain_transfer (coin_type, position) include (amount_base)
  where settled_at is not null;
create index chain_transfer_unmatched on chain_transfer (block_time) include (coin_type, amount_base)
  where outcome = 'unmatched';
create index chain_transfer_unsettled on chain_transfer (coin_type, position) where settled_at is null;

create table idempotency_key (
  tg_user_id bigint not null,
  -- 'bearer' or 'code:<hash in hex>'
  authority text not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  request_id text not null,
  -- The try under way; null once it has failed or answered.
  token text,
  -- When that try last said that it is alive.
  renewed_at timestamptz not null,
  -- Null until a try has succeeded.
  response jsonb,
  expires_at timestamptz not null,
  primary key (tg_user_id, authority, operation, key)
);
create index idempotency_key_expiring on idempotency_key (expires_at);

-- One message per envelope in its group, edited as claims come.
create table group_post (
  envelope_id text primary key references envelope,
  chat_id bigint not null,
  message_id bigint,
  posted_text text,
  is_stale boolean not null default true,
  due_at timestamptz not null,
  attempts integer not null default 0,
  failed_at timestamptz,
  -- What the messenger last answered, without any secret.
  last_error text,
  -- The seal on the picture that the group sees; null where the message is a text.
  shown_seal text
);
create index group_post_dead on group_post (failed_at) where last_error is not null and failed_at is not null;
create index group_post_due on group_post (due_at) where is_stale and failed_at is null;

-- What leaves for somebody else, and what the messenger told the bot: each is delivered, or carried out, at least once.
-- notification: a private message of the bot; inline_message: one that a sender put into a chat by the bot's name, edited
-- once its envelope is over; bot_answer: a greeting of a chat, one at a time; bot_update: what the messenger told the
-- bot, once; alarm_message: that an alarm was raised or cleared.
create table letter (
  queue text not null check (
    queue in ('notification', 'inline_message', 'bot_answer', 'bot_update', 'alarm_message')
  ),
  letter_id text not null,
  kind text not null,
  -- A person, a chat, an envelope or an alarm. Takers take turns, so that nobody's many delay another's.
  taker text not null,
  -- Whose it is: it goes with the account.
  tg_user_id bigint references tg_user
    generated always as (case queue when 'notification' then taker::bigint end) stored,
  -- Of one taker, the order; among equals the one that is due first.
  place bigint not null default 0,
  is_urgent boolean not null default false,
  -- Whether more is told in it until it is sent.
  is_open boolean not null default false,
  -- No secret is in it. An update is JSON in a text, and gone once it is carried out.
  payload jsonb,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed, without any secret; with failed_at it makes a dead letter.
  last_error text,
  check ((payload is null) = (queue = 'bot_update' and sent_at is not null)),
  primary key (queue, letter_id)
);
create index letter_dead on letter (failed_at) where last_error is not null and failed_at is not null;
create index letter_of_envelope on letter (taker) where queue = 'inline_message';
create unique index letter_open on letter (taker) where is_open;
create index letter_over on letter (queue, (coalesce(sent_at, failed_at))) where sent_at is not null or failed_at is not null;
create index letter_waiting on letter (queue, taker, due_at) where sent_at is null and failed_at is null;
create index letter_waiting_of_person on letter (tg_user_id, due_at)
  where tg_user_id is not null and sent_at is null and failed_at is null;

create table lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- Small durable values of jobs (the bot's update offset, for one).
create table job_state (
  name text primary key,
  value text not null
);

-- The network and the treasury that these books belong to, stored by the first start. Another one is refused.
create table chain_identity (
  coin_type text primary key,
  -- CAIP-2.
  network text not null,
  genesis_hash text not null,
  treasury_address text not null,
  created_at timestamptz not null
);

-- What operators booked by hand. The ledger transaction has the same id.
create table operator_action (
  transaction_id text primary key,
  kind text not null check (
    kind in (
      'assignTransfer', 'assignSurplus', 'releasePayout', 'refusePayout', 'stopAutoPayouts', 'freeze', 'unfreeze',
      'bookOutgoing', 'returnFromCold', 'raiseFee', 'acknowledgeUnread', 'confirmReport', 'redeliver',
      'endDispute', 'settleStray'
    )
  ),
  operator text not null check (operator <> ''),
  reason text not null check (reason <> ''),
  tg_user_id bigint references tg_user,
  coin_type text,
  amount_base numeric(78, 0) check (amount_base > 0),
  created_at timestamptz not null,
  -- What it was done to: a payout, a scope, a transaction. Null for an assignment, whose id says it.
  subject text,
  constraint operator_action_assigned check (
    kind not in ('assignTransfer', 'assignSurplus')
    or tg_user_id is not null and coin_type is not null and amount_base is not null
  )
);
create index operator_action_newest on operator_action (created_at desc);
create trigger operator_action_append_only before delete or truncate on operator_action
  for each statement execute function refuse_change();
create trigger operator_action_unchanged before update on operator_action
  for each row execute function refuse_rewriting();

-- Every limit of the product: what a scope (<limit>:<user or address>) lately did, and until when it is shut.
create table attempt (
  scope text primary key,
  counted_at timestamptz[] not null,
  locked_until timestamptz,
  lock_seconds integer not null default 0
);

-- Six-digit codes sent by email. Of a person and purpose only the newest is of use.
create table verification_code (
  code_id text primary key,
  tg_user_id bigint not null references tg_user,
  purpose text not null check (purpose in ('updateEmail', 'recoverSecurityCode')),
  -- Keyed hash of digits, person, purpose and address: another address never matches, and neither is stored.
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index verification_code_expiring on verification_code (expires_at);
create index verification_code_newest on verification_code (tg_user_id, purpose, created_at);

-- Value of what others claimed from a person's envelopes (kind user), or from those sent into a group (kind chat),
-- since ever ('all') or in the week that begins on a Monday ('2026-11-16').
create table ranking_sum (
  kind text not null check (kind in ('user', 'chat')),
  subject_id bigint not null,
  period text not null,
  value_micros numeric(78, 0) not null check (value_micros > 0),
  -- As the person wishes; never of a group.
  is_hidden boolean not null default false,
  primary key (kind, subject_id, period)
);
create index ranking_sum_by_value on ranking_sum (kind, period, value_micros desc, subject_id) where not is_hidden;

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
  unique (account, tg_user_id)
);

-- What people have, and what is nobody's, so that no reading grows with the ledger.
create table account_total (
  -- By holder_of.
  tg_user_id bigint not null,
  coin_type text not null,
  balance_base numeric(78, 0) not null default 0,
  entry_count bigint not null default 0,
  claim_count bigint not null default 0,
  claimed_base numeric(78, 0) not null default 0,
  best_luck_count bigint not null default 0,
  sent_base numeric(78, 0) not null default 0,
  paid_out_base numeric(78, 0) not null default 0,
  not_received_count bigint not null default 0,
  partially_received_count bigint not null default 0,
  received_count bigint not null default 0,
  primary key (tg_user_id, coin_type)
) with (fillfactor=80);

-- From a passphrase's keyed hash to the envelopes that have it: found without asking every envelope. Like an index it
-- says nothing that the envelope does not.
create table passphrase_envelope (
  passphrase_hash bytea not null,
  envelope_id text not null,
  chat_id bigint,
  is_generated boolean not null,
  primary key (passphrase_hash, envelope_id)
);
create index passphrase_envelope_by_chat on passphrase_envelope (chat_id, passphrase_hash) where chat_id is not null;
create index passphrase_envelope_generated on passphrase_envelope (passphrase_hash, envelope_id) where is_generated;

-- Money that leaves. The gross has left the balance with the row and lies in the account payout:<id> until it ends.
create table payout (
  payout_id text primary key,
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  status text not null,
  gross_base numeric(78, 0) not null check (gross_base > 0),
  -- What the owner agreed to; the wallet gets gross minus this.
  fee_base numeric(78, 0) not null,
  -- Most that its transactions may cost: above the agreed fee, the account of fees pays the rest.
  fee_cap_base numeric(78, 0) not null,
  to_address text not null,
  to_address_key text not null,
  network text not null,
  is_automatic boolean not null default false,
  held_reason text check (held_reason in ('limit', 'treasury', 'fee', 'paused', 'frozen', 'receiver')),
  -- An operator let it pass the limits.
  released_at timestamptz,
  -- The request that made it: a repeat makes no second one.
  request_id text unique,
  created_at timestamptz not null,
  -- The limits count it from here.
  signed_at timestamptz,
  -- Of the transaction that was sent or seen last.
  tx_hash text,
  -- Where that transaction is in a block.
  position bigint,
  -- Where what had left the treasury came back to it, on a chain where that is in a later block.
  returned_position bigint check (returned_position >= position),
  -- What left the treasury with it, its fee included; 0 where nothing did.
  spent_base numeric(78, 0) check (spent_base >= 0),
  settled_at timestamptz,
  -- Of a limit: it is that of all people's hour, which ends by itself. An operator ends the others.
  is_hour_limit boolean not null default false,
  -- Since when the present reason holds it.
  held_at timestamptz,
  -- A wallet that takes no transfer is tried again from here on.
  retry_at timestamptz,
  -- When its owner was told that the money can be had back, after a day at such a wallet.
  offered_back_at timestamptz,
  changed_at timestamptz,
  changed_by text,
  changed_event text,
  check (fee_base >= 0 and fee_base < gross_base),
  check (fee_cap_base >= fee_base),
  check ((status = 'held') = (held_reason is not null)),
  check ((status in ('paid', 'cancelled', 'returned')) = (settled_at is not null)),
  check ((settled_at is null) = (spent_base is null)),
  check (status <> 'paid' or position is not null and spent_base >= gross_base - fee_base),
  check (returned_position is null or status = 'returned'),
  constraint payout_change_taken check (changed_at is null and changed_by is null),
  constraint payout_event_taken check (changed_event is null)
);
-- For the limits.
create index payout_by_signing on payout (coin_type, signed_at) include (tg_user_id, gross_base);
create index payout_by_user on payout (tg_user_id, created_at desc, payout_id desc);
create index payout_live on payout (coin_type, created_at, payout_id)
  where status in ('queued', 'held', 'sending', 'confirming');
create index payout_in_the_air on payout (coin_type, returned_position) where returned_position is not null;
create index payout_by_receiver on payout (coin_type, to_address_key, settled_at) where settled_at is not null;
create index payout_spent on payout (coin_type, position) where spent_base > 0;
create trigger payout_frozen before update of
  tg_user_id, coin_type, gross_base, fee_base, to_address, to_address_key, network, request_id on payout
  for each row when (
    not is_pseudonym(old.tg_user_id, new.tg_user_id)
    or (old.coin_type, old.gross_base, old.fee_base, old.to_address, old.to_address_key, old.network, old.request_id)
      is distinct from
      (new.coin_type, new.gross_base, new.fee_base, new.to_address, new.to_address_key, new.network, new.request_id)
  ) execute function refuse_payout_change();
create trigger payout_status before update of status on payout
  for each row when (old.status is distinct from new.status) execute function change_status('payout', 'payout_id');

-- An address that pays out. Its row is locked while a transaction is signed, so that one process signs at a time.
create table payout_sender (
  coin_type text not null,
  address_key text not null,
  -- The next number that no transaction of this address has used. Null on a chain that numbers none.
  next_sequence bigint,
  primary key (coin_type, address_key)
);

-- Signed transactions, stored before they are sent. All of one payout with one number exclude each other on the chain.
create table payout_attempt (
  payout_id text not null references payout,
  attempt integer not null check (attempt > 0),
  coin_type text not null,
  sender_key text not null,
  sequence bigint,
  tx_hash text not null,
  raw bytea not null,
  max_fee_base numeric(78, 0) not null check (max_fee_base >= 0),
  -- The position after which it can no longer land; null where it has no such end.
  valid_until bigint,
  signed_at timestamptz not null,
  -- A final position at which its number was free.
  signed_position bigint not null,
  -- It can never land.
  lost_at timestamptz,
  -- A transaction may pay several: each payout has a row with the same bytes, and its place among them, from 0 on.
  part integer not null default 0 check (part >= 0),
  unique (coin_type, tx_hash, part),
  primary key (payout_id, attempt)
);
-- For the limits: payouts that were signed anew more than once.
create index payout_attempt_repeated on payout_attempt (coin_type, signed_at) where attempt > 2;

-- A number belongs to one payout for ever.
create table payout_sequence (
  coin_type text not null,
  sender_key text not null,
  sequence bigint not null,
  payout_id text not null references payout,
  -- Another transaction of the address took the number.
  lost_at timestamptz,
  primary key (coin_type, sender_key, sequence)
);
create unique index payout_sequence_live on payout_sequence (payout_id) where lost_at is null;
create index payout_sequence_lost on payout_sequence (coin_type, lost_at) where lost_at is not null;

create table payout_quote (
  quote_id text primary key,
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  gross_base numeric(78, 0) not null check (gross_base > 0),
  fee_base numeric(78, 0) not null,
  to_address text not null,
  to_address_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (fee_base >= 0 and fee_base < gross_base)
);
create index payout_quote_expiring on payout_quote (expires_at);

-- The coins whose balance a person has paid out by itself.
create table auto_payout (
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  max_fee_base numeric(78, 0) not null check (max_fee_base > 0),
  created_at timestamptz not null,
  -- When it was last tried. Who waits longest comes first, so that nobody who cannot be paid holds up the others.
  tried_at timestamptz,
  primary key (tg_user_id, coin_type)
);
create index auto_payout_waiting on auto_payout (coin_type, tried_at nulls first, created_at);

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
create trigger outgoing_transfer_append_only before delete or update or truncate on outgoing_transfer
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
create index alarm_newest on alarm (raised_at desc);
create unique index alarm_open on alarm (kind, subject) where cleared_at is null;

-- A link that opens the payment page of one order in another browser, once.
create table handoff_code (
  code_hash bytea primary key,
  order_id text not null references payment_order,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index handoff_code_by_order on handoff_code (order_id);
create index handoff_code_expiring on handoff_code (expires_at);

-- Signed daily statements of what is owed and held: a chain of hashes without gaps, one for each UTC day.
create table solvency_statement (
  number integer primary key check (number > 0),
  day date not null unique,
  -- Canonical JSON: what is hashed.
  body text not null,
  -- Null in the first.
  previous_hash text unique,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  signature text not null check (signature ~ '^[0-9a-f]{128}$')
);
create trigger solvency_statement_append_only before delete or update or truncate on solvency_statement
  for each statement execute function refuse_change();
create trigger solvency_statement_linked before insert on solvency_statement
  for each row execute function refuse_unlinked_statement();

-- The trees of what people have, of the newest statement that has figures.
create table solvency_tree (
  coin_type text primary key,
  -- Of the statement.
  number integer not null,
  -- Levels below the root.
  height smallint not null
);

-- Nodes of a level from the left, 48 bytes each, 256 in a row.
create table solvency_node (
  coin_type text not null,
  level smallint not null,
  chunk integer not null,
  nodes bytea not null,
  primary key (coin_type, level, chunk)
);
-- One node is read without the others of its row, and hashes are not compressible.
alter table solvency_node alter nodes set storage external;

-- What proves to a person that their balance is in the tree: of each leaf position, nonce and part.
create table solvency_leaf (
  tg_user_id bigint not null,
  coin_type text not null,
  leaves bytea not null,
  primary key (tg_user_id, coin_type)
);

-- Addresses that were a coin's treasury before the one of chain_identity. The settings must name each of them.
create table former_treasury (
  coin_type text not null,
  address text not null,
  replaced_at timestamptz not null,
  primary key (coin_type, address)
);

-- Where operators keep money that they moved out of the treasury: what comes back from there is nobody's payment.
create table cold_address (
  coin_type text not null,
  address_key text not null,
  known_since timestamptz not null,
  primary key (coin_type, address_key)
);

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

-- What came to the treasury of another coin of its network. It is in no books until an operator has moved it.
create table stray_transfer (
  -- Of the coin that came.
  coin_type text not null,
  tx_hash text not null,
  from_address text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  reference text,
  network text not null,
  position bigint not null,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  -- returned: sent back; moved: sent on to the treasury of its coin.
  outcome text check (outcome in ('returned', 'moved')),
  primary key (coin_type, tx_hash)
);
create index stray_transfer_waiting on stray_transfer (coin_type, position) where outcome is null;

-- What blocks a person's spending, and until when. A change of a proven wallet blocks the coin it is paid in.
create table spending_block (
  tg_user_id bigint not null references tg_user,
  -- Empty where it blocks every coin.
  coin_type text not null,
  cause text not null check (cause in ('walletChanged', 'emailChanged', 'codeRecovered')),
  until timestamptz not null,
  primary key (tg_user_id, coin_type, cause)
);

-- What became of each envelope, order and payout, and when. An entry is written by the trigger that allows the change.
-- A life begins at `created_at` in the status that the row was inserted with, so the insert leaves no entry.
create table status_history (
  chart text not null,
  -- Of the envelope, order or payout.
  id text not null,
  -- Counts from 1 without a gap.
  step integer not null,
  -- As in lifecycle_edge.
  source text not null,
  event text not null,
  target text not null,
  at timestamptz not null,
  -- The call or the job that changed it.
  cause text not null check (cause ~ '^[A-Za-z]{1,32}$'),
  -- No edge leads on.
  is_end boolean not null default false,
  primary key (chart, id, step)
);
create index status_history_over on status_history (at) where is_end;
create trigger status_history_final before update on status_history
  for each statement execute function refuse_change();

-- What a job could not do for one row: it is set aside until its next try, and others go on. failed_at with a reason
-- makes a dead letter.
create table failed_work (
  job text not null,
  item text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  failed_at timestamptz,
  last_error text,
  primary key (job, item)
);
create index failed_work_dead on failed_work (failed_at) where last_error is not null and failed_at is not null;

create table ended_count (
  chart text not null,
  status text not null,
  count bigint not null default 0,
  primary key (chart, status)
) with (fillfactor=50);

-- What a transfer carries to name the account that it is for. It never expires.
create table deposit_reference (
  coin_type text not null,
  network text not null,
  reference text not null,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  primary key (coin_type, network, reference),
  unique (tg_user_id, coin_type, network)
);

-- What arrived for less than a coin's minimum, summed by position; below the newest compared position by day, where the
-- position is the last one of the day. A flood of it leaves as many rows as blocks, not as transfers.
create table dust (
  coin_type text not null,
  position bigint not null,
  day date not null,
  transfers bigint not null check (transfers > 0),
  amount_base numeric(78, 0) not null check (amount_base > 0),
  primary key (coin_type, position)
);

-- Whose account is gone: launch data that was signed before, or that logged in to it, opens no new one. Kept as long as
-- launch data counts.
create table departed_person (
  tg_user_id bigint not null,
  deleted_at timestamptz not null,
  launch_hashes bytea[] not null,
  primary key (tg_user_id, deleted_at)
);
create index departed_person_deleted_at_idx on departed_person (deleted_at);

-- What letters about money would tell one by one, where too many wait for a person or the amount is too small to be told
-- alone. The letter that is open tells them all.
create table notification_sum (
  tg_user_id bigint not null references tg_user,
  change text not null check (change in ('received', 'paidOut', 'returned', 'held', 'offeredBack')),
  coin_type text not null,
  letters bigint not null check (letters > 0),
  amount_base numeric(78, 0) not null check (amount_base >= 0),
  primary key (tg_user_id, change, coin_type)
);

-- Whose earlier transfers a job credits further, since a proof credits a few of them alone.
create table proof_credit (
  coin_type text not null,
  from_address_key text not null,
  tg_user_id bigint not null references tg_user,
  tried_at timestamptz not null,
  primary key (coin_type, from_address_key)
);

-- Of each sender and claimer the first share of a week among those of ended envelopes: the rankings are sums of these.
create table ranked_share (
  sender_id bigint not null,
  claimer_id bigint not null,
  week text not null,
  envelope_id text not null,
  chat_id bigint,
  claimed_at timestamptz not null,
  value_micros numeric(78, 0) not null check (value_micros > 0),
  primary key (sender_id, claimer_id, week)
);
create index ranked_share_by_chat on ranked_share (chat_id) where chat_id is not null;
create index ranked_share_by_claimer on ranked_share (claimer_id);

-- Who has claimed from a group's ended envelopes. Its sums are hidden until these are enough.
create table group_claimer (
  chat_id bigint not null,
  tg_user_id bigint not null,
  primary key (chat_id, tg_user_id)
);
create index group_claimer_by_person on group_claimer (tg_user_id);

-- Orders that nobody paid are deleted a month after their end. What money needs that comes later stays:
-- whom a reference names,
create table past_reference (
  coin_type text not null,
  network text not null,
  reference text not null,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  primary key (coin_type, network, reference)
);
create index past_reference_by_person on past_reference (tg_user_id, created_at);

-- and who expected payments from an address whose money is still nobody's.
create table past_payer (
  coin_type text not null,
  address_key text not null,
  tg_user_id bigint not null references tg_user,
  since timestamptz not null,
  until timestamptz not null,
  primary key (coin_type, address_key, tg_user_id)
);
create index past_payer_by_person on past_payer (tg_user_id);
