-- Whose earlier transfers a job credits further, since a proof credits a few of them alone.
create table proof_credit (
  coin_type text not null,
  from_address_key text not null,
  tg_user_id bigint not null references tg_user,
  tried_at timestamptz not null,
  primary key (coin_type, from_address_key)
);
