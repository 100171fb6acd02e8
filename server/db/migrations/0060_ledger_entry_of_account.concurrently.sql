-- The movements of one account, newest first, and its balance.
create index concurrently ledger_entry_of_account on ledger_entry (account, created_at desc, transaction_id desc)
  include (amount_base)
