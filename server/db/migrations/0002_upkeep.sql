-- What the treasury's reconciliation leaves out: transfers settled above its block.
create index chain_transfer_settled on chain_transfer (coin_type, block_number) include (amount_base)
  where settled_at is not null;

-- What the cleanup looks for.
create index wallet_challenge_expiring on wallet_challenge (expires_at);
create index payment_code_expiring on payment_code (expires_at);
create index session_ending on session (last_possible_at);

-- Updates that the messenger posted to the webhook, each stored once and carried out in their order.
create table bot_update (
  update_id bigint primary key,
  -- The update as JSON; null once it is carried out.
  payload text,
  received_at timestamptz not null,
  done_at timestamptz,
  check ((payload is null) = (done_at is not null))
);
create index bot_update_waiting on bot_update (update_id) where done_at is null;
create index bot_update_received on bot_update (received_at);
