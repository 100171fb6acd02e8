-- PostgreSQL 15 dialect. Amounts are numeric(78,0) base units; times are handed in by the server's clock, never now().

create table tg_user (
  tg_user_id bigint primary key check (tg_user_id > 0),
  username text,
  first_name text not null,
  last_name text,
  photo_url text,
  lang text not null,
  allows_write_to_pm boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table session (
  session_id text primary key,
  token_hash bytea not null unique,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_possible_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on session (tg_user_id);

create table chat (
  chat_id bigint primary key,
  title text not null,
  is_bot_member boolean not null,
  updated_at timestamptz not null
);

create table chat_link (
  tg_user_id bigint not null references tg_user,
  chat_id bigint not null references chat,
  linked_at timestamptz not null,
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
create unique index wallet_one_per_type on wallet (tg_user_id, type) where unbound_at is null;
create unique index wallet_proven_once on wallet (type, address_key) where proven_at is not null and unbound_at is null;
create index wallet_by_address on wallet (type, address_key) where unbound_at is null;

create table wallet_challenge (
  challenge_id text primary key,
  tg_user_id bigint not null references tg_user,
  type text not null,
  address_key text not null,
  message text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

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
  -- The chain's head when the order was made: an older transfer cannot pay it.
  created_block bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create index payment_order_open_by_address on payment_order (coin_type, from_address_key, created_at)
  where status in ('awaitingPayment', 'partiallyPaid', 'confirming');
create index payment_order_open_by_user on payment_order (tg_user_id, created_at)
  where status in ('awaitingPayment', 'partiallyPaid', 'confirming');
create index payment_order_by_address on payment_order (coin_type, from_address_key, created_at);

create table envelope (
  envelope_id text primary key,
  sender_id bigint not null references tg_user,
  status text not null,
  type text not null check (type in ('ordinary', 'luckyDraw')),
  coin_type text not null,
  total_base numeric(78, 0) not null check (total_base > 0),
  count integer not null check (count between 1 and 100),
  claimed_count integer not null default 0,
  claimed_base numeric(78, 0) not null default 0,
  refunded_base numeric(78, 0) not null default 0,
  -- Keyed hash for look-up and comparison; cipher text for the sender's eyes.
  passphrase_hash bytea not null,
  passphrase_cipher bytea not null,
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
  check (claimed_count between 0 and count),
  check (claimed_base + refunded_base <= total_base)
);
create index envelope_by_sender on envelope (sender_id, created_at desc, envelope_id desc);
create index envelope_by_order on envelope (order_id);
create index envelope_by_passphrase on envelope (passphrase_hash, expires_at);
create index envelope_expiring on envelope (expires_at) where status = 'open';
create index envelope_refundable on envelope (expires_at) where status = 'expired';

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
  claim_id text not null,
  coin_type text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  claimed_at timestamptz not null,
  primary key (envelope_id, tg_user_id),
  unique (envelope_id, slot)
);
create index claim_by_user on claim (tg_user_id, claimed_at desc, claim_id desc) include (coin_type, amount_base);

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
  primary key (transaction_id, line)
);
create index ledger_entry_by_account on ledger_entry (account) include (amount_base);

create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from inserted group by transaction_id, coin_type having sum(amount_base) <> 0
  ) then
    raise exception 'unbalanced ledger transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_balanced after insert on ledger_entry
  referencing new table as inserted for each statement execute function refuse_unbalanced();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- The edges of the charts in machines/lifecycle, written by the migration runner.
create table lifecycle_edge (
  chart text not null,
  source text not null,
  event text not null,
  target text not null,
  primary key (chart, source, event)
);

create function refuse_illegal_status() returns trigger language plpgsql as $$
begin
  if not exists (
    select from lifecycle_edge where chart = tg_argv[0] and source = old.status and target = new.status
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger envelope_status before update of status on envelope
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_status('envelope');
create trigger payment_order_status before update of status on payment_order
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_status('order');

-- The external payment code of the page outside the messenger.
create table payment_code (
  code_hash bytea primary key,
  code_cipher bytea not null,
  tg_user_id bigint not null references tg_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index payment_code_by_user on payment_code (tg_user_id, expires_at);

-- Orders that a used code has shown: it may read and report on them until they end.
create table payment_code_order (
  code_hash bytea not null references payment_code,
  order_id text not null references payment_order,
  primary key (code_hash, order_id)
);

-- A hash that somebody says pays an order: a hint, never a proof.
create table payment_report (
  coin_type text not null,
  tx_hash text not null,
  order_id text not null references payment_order,
  reported_at timestamptz not null,
  primary key (coin_type, tx_hash, order_id)
);
create index payment_report_by_order on payment_report (order_id, reported_at);

create table chain_cursor (
  coin_type text primary key,
  -- The next block to read for credit: everything below is final and settled.
  next_block bigint not null,
  head_block bigint not null,
  -- Time of the newest settled block; null until one is settled. What has not paid by then comes too late.
  final_time timestamptz,
  updated_at timestamptz not null
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
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  -- order: counted toward order_id; balance: to the payer's balance; unmatched: nobody has proven the address.
  outcome text check (outcome in ('order', 'balance', 'unmatched')),
  order_id text references payment_order,
  tg_user_id bigint references tg_user,
  primary key (coin_type, tx_hash, transfer_index),
  check ((settled_at is null) = (outcome is null))
);
create index chain_transfer_unsettled on chain_transfer (coin_type, block_number) where settled_at is null;
create index chain_transfer_by_sender on chain_transfer (coin_type, from_address_key);
create index chain_transfer_by_order on chain_transfer (order_id);

create table idempotency_key (
  tg_user_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  -- null while the first call is still under way
  status integer,
  response jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tg_user_id, operation, key)
);
create index idempotency_key_expiring on idempotency_key (expires_at);

-- When somebody (user:<id> or ip:<address>) lately gave a wrong passphrase, and how long the scope is shut.
create table passphrase_attempt (
  scope text primary key,
  wrong_at timestamptz[] not null,
  locked_until timestamptz,
  lock_seconds integer not null default 0
);

-- One message per envelope in its group, edited as claims come.
create table group_post (
  envelope_id text primary key references envelope,
  chat_id bigint not null,
  message_id bigint,
  posted_text text,
  is_stale boolean not null default true,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  failed_at timestamptz,
  -- What the messenger last answered, without any secret.
  last_error text
);
create index group_post_due on group_post (next_attempt_at) where is_stale and failed_at is null;

-- Private messages of the bot.
create table notification (
  notification_id text primary key,
  tg_user_id bigint not null references tg_user,
  kind text not null,
  params jsonb not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz
);
create index notification_due on notification (next_attempt_at) where sent_at is null and failed_at is null;

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

-- The claim path in one statement: locks the envelopes in order, gives the n-th claim slot n, and tells everybody
-- who asked what came of it. A person who already won gets the earlier claim, whatever the envelope's state.
create function claim_shares(
  asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text, claim_id text, slot integer, amount_base numeric, claimed_at timestamptz)
language plpgsql
-- Planning costs more than running, so one plan serves every call. It has to be right for large tables while they are
-- still small: no scan of a whole table, and `offset 0` makes each look-up one by primary key.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform from envelope e where e.envelope_id = any (asked_envelopes) order by e.envelope_id for update;

  return query
  with asked as materialized (
    select a.ask::integer, a.envelope_id, a.tg_user_id, a.claim_id,
      e.status, e.status = 'open' and e.expires_at > at as is_open, e.claimed_count, e.coin_type,
      c.claim_id as earlier_id, c.slot as earlier_slot, c.amount_base as earlier_base, c.claimed_at as earlier_at
    from unnest(asked_envelopes, asked_users, asked_claims) with ordinality as a (envelope_id, tg_user_id, claim_id, ask)
    left join lateral (select from_id.* from envelope from_id where from_id.envelope_id = a.envelope_id offset 0) e on true
    left join lateral (
      select from_key.* from claim from_key
      where from_key.envelope_id = a.envelope_id and from_key.tg_user_id = a.tg_user_id offset 0
    ) c on true
  ),
  -- The first ask of each person without a claim stands in line; a double tap in the same batch reads its twin's result.
  line as materialized (
    select distinct on (a.envelope_id, a.tg_user_id) a.*
    from asked a where a.is_open and a.earlier_id is null
    order by a.envelope_id, a.tg_user_id, a.ask
  ),
  placed as materialized (
    select l.*, l.claimed_count + row_number() over (partition by l.envelope_id order by l.ask) as place from line l
  ),
  won as (
    insert into claim (envelope_id, tg_user_id, slot, claim_id, coin_type, amount_base, claimed_at)
    select p.envelope_id, p.tg_user_id, s.slot, p.claim_id, p.coin_type, s.amount_base, at
    from placed p cross join lateral (
      select from_key.* from share from_key
      where from_key.envelope_id = p.envelope_id and from_key.slot = p.place offset 0
    ) s
    returning claim.*
  ),
  booked as (
    insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at)
    select 'claim:' || w.claim_id, l.line, 'claim',
      case l.line when 1 then 'envelope:' || w.envelope_id else 'user:' || w.tg_user_id || ':' || w.coin_type end,
      w.coin_type, case l.line when 1 then -w.amount_base else w.amount_base end, at
    from won w cross join (values (1::smallint), (2::smallint)) as l (line)
  ),
  counted as (
    update envelope e set
      claimed_count = e.claimed_count + n.claims,
      claimed_base = e.claimed_base + n.amount,
      status = case when e.claimed_count + n.claims = e.count then 'finished' else e.status end,
      ended_at = case when e.claimed_count + n.claims = e.count then at else e.ended_at end
    from (select w.envelope_id, count(*)::integer as claims, sum(w.amount_base) as amount from won w group by 1) n
    where e.envelope_id = n.envelope_id
  ),
  stale as (
    update group_post g set is_stale = true where g.envelope_id in (select w.envelope_id from won w)
  )
  select a.ask,
    case
      when w.claim_id = a.claim_id then 'won'
      when coalesce(a.earlier_id, w.claim_id) is not null then 'alreadyClaimed'
      when a.status = 'finished' or a.is_open then 'soldOut'
      when a.status in ('open', 'expired', 'refunded') then 'expired'
      else 'notOpen'
    end,
    coalesce(a.earlier_id, w.claim_id), coalesce(a.earlier_slot, w.slot),
    coalesce(a.earlier_base, w.amount_base), coalesce(a.earlier_at, w.claimed_at)
  from asked a
  left join won w on w.tg_user_id = a.tg_user_id and w.envelope_id = a.envelope_id;
end $$;
