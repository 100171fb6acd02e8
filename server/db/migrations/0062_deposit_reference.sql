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
