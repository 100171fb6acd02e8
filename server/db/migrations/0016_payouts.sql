-- Money that leaves. The gross has left the balance with the row and lies in the account payout:<id> until it ends.
create table payout (
  payout_id text primary key,
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  status text not null,
  gross_base numeric(78, 0) not null check (gross_base > 0),
  -- What the owner agreed to; the wallet gets gross minus this.
  fee_base numeric(78, 0) not null check (fee_base >= 0 and fee_base < gross_base),
  -- Most that its transactions may cost: above the agreed fee, the account of fees pays the rest.
  fee_cap_base numeric(78, 0) not null check (fee_cap_base >= fee_base),
  to_address text not null,
  to_address_key text not null,
  network text not null,
  is_automatic boolean not null default false,
  held_reason text check (held_reason in ('limit', 'treasury', 'fee', 'paused')),
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
  -- What left the treasury with it, its fee included; 0 where nothing did.
  spent_base numeric(78, 0) check (spent_base >= 0),
  settled_at timestamptz,
  check ((status = 'held') = (held_reason is not null)),
  check ((status in ('paid', 'cancelled', 'returned')) = (settled_at is not null)),
  check ((settled_at is null) = (spent_base is null)),
  check (status <> 'paid' or (position is not null and spent_base >= gross_base - fee_base))
);
create index payout_by_user on payout (tg_user_id, created_at desc, payout_id desc);
create index payout_live on payout (coin_type, created_at, payout_id)
  where status in ('queued', 'held', 'sending', 'confirming');
-- For the limits.
create index payout_by_signing on payout (coin_type, signed_at) include (tg_user_id, gross_base);
create index payout_spent on payout (coin_type, position) where spent_base > 0;
create trigger payout_status before update of status on payout
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_status('payout');

create function refuse_payout_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was agreed of a payout never changes' using errcode = 'check_violation';
end $$;
create trigger payout_frozen
  before update of tg_user_id, coin_type, gross_base, fee_base, to_address, to_address_key, network, request_id on payout
  for each row execute function refuse_payout_change();

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
  primary key (payout_id, attempt),
  unique (coin_type, tx_hash)
);
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

create table payout_quote (
  quote_id text primary key,
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  gross_base numeric(78, 0) not null check (gross_base > 0),
  fee_base numeric(78, 0) not null check (fee_base >= 0 and fee_base < gross_base),
  to_address text not null,
  to_address_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index payout_quote_expiring on payout_quote (expires_at);

-- The coins whose balance a person has paid out by itself.
create table auto_payout (
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  max_fee_base numeric(78, 0) not null check (max_fee_base > 0),
  created_at timestamptz not null,
  primary key (tg_user_id, coin_type)
);
