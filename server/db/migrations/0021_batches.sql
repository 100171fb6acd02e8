-- A transaction may pay several: each payout has a row with the same bytes, and its place among them, from 0 on.
alter table payout_attempt add column part integer not null default 0 check (part >= 0);
alter table payout_attempt drop constraint payout_attempt_coin_type_tx_hash_key;
alter table payout_attempt add unique (coin_type, tx_hash, part);

-- Share of the fee of a transaction of several that failed as a whole, and where it is: the payout was signed anew, alone.
alter table payout add column failed_fee_base numeric(78, 0) not null default 0 check (failed_fee_base >= 0);
alter table payout add column failed_position bigint;
alter table payout add check ((failed_fee_base > 0) <= (failed_position is not null));
create index payout_failed on payout (coin_type, failed_position) where failed_fee_base > 0;
