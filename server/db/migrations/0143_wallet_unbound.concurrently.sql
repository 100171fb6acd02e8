create index concurrently wallet_unbound on wallet (unbound_at) where unbound_at is not null;
