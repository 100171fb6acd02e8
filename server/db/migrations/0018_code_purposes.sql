-- A payment code may serve one purpose alone: to prove one wallet, or to pay one order.
alter table payment_code
  add column prove_type text check (prove_type in ('ETH', 'Solana', 'Tron', 'Ton')),
  add column proven_wallet_id text references wallet,
  add column order_id text references payment_order,
  add check (prove_type is null or order_id is null),
  add check (proven_wallet_id is null or prove_type is not null);

-- A link that opens the payment page of one order in another browser, once.
create table handoff_code (
  code_hash bytea primary key,
  order_id text not null references payment_order,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index handoff_code_expiring on handoff_code (expires_at);
