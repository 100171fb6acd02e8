-- When it was last tried. Who waits longest comes first, so that nobody who cannot be paid holds up the others.
alter table auto_payout add column tried_at timestamptz;
create index auto_payout_waiting on auto_payout (coin_type, tried_at nulls first, created_at);
