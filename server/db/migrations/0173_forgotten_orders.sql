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
