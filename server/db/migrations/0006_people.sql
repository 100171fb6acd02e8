-- Who had an address bound when a transfer arrived, also those who have unbound it since.
create index wallet_by_address_ever on wallet (type, address_key, created_at);
