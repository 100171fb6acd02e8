-- Every limit of the product: what a scope (<limit>:<user or address>) lately did, and until when it is shut.
create table attempt (
  scope text primary key,
  counted_at timestamptz[] not null,
  locked_until timestamptz,
  lock_seconds integer not null default 0
);
drop table passphrase_attempt;

-- Kept answers belong to the authority that asked: the bearer's are never those of a payment code, nor one code's those
-- of another. A try holds the key by a token of its own, and every try of one request has the request's id.
drop table idempotency_key;
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

-- One request makes one order, however often it is tried.
alter table payment_order drop column idempotency_key;
alter table payment_order add column request_id text unique;
