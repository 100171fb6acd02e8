-- Who had an address bound when a transfer arrived, also those who have unbound it since.
create index wallet_by_address_ever on wallet (type, address_key, created_at);

-- A passphrase alone is looked for among envelopes of the caller's chats, and among those whose passphrase the server
-- made up: a typed one like 888888 would else be guessed once for all open envelopes.
alter table envelope add column has_generated_passphrase boolean not null default false;
create index envelope_by_chat_and_passphrase on envelope (chat_id, passphrase_hash) where chat_id is not null;
create index envelope_by_generated_passphrase on envelope (passphrase_hash) where has_generated_passphrase;
