-- The network and the treasury that these books belong to, stored by the first start. Another one is refused.
create table chain_identity (
  coin_type text primary key,
  -- CAIP-2.
  network text not null,
  genesis_hash text not null,
  treasury_address text not null,
  created_at timestamptz not null
);

-- The newest settled block: at the next start the chain must still have it.
alter table chain_cursor add column settled_hash text;

-- When endpoints first contradicted each other about a transfer that is not settled yet.
alter table chain_transfer add column disputed_at timestamptz;
create index chain_transfer_disputed on chain_transfer (coin_type) where disputed_at is not null and settled_at is null;

-- Envelopes whose order waits for money, or is paid and waits until nothing is missing.
create index envelope_awaiting_payment on envelope (order_id) where status = 'awaitingPayment';

-- What operators booked by hand. The ledger transaction has the same id.
create table operator_action (
  transaction_id text primary key,
  kind text not null check (kind in ('assignTransfer', 'assignSurplus')),
  operator text not null check (operator <> ''),
  reason text not null check (reason <> ''),
  tg_user_id bigint not null references tg_user,
  coin_type text not null,
  amount_base numeric(78, 0) not null check (amount_base > 0),
  created_at timestamptz not null
);
create trigger operator_action_append_only before update or delete or truncate on operator_action
  for each statement execute function refuse_change();
