-- What reconciliations found, by position.
create index concurrently ledger_entry_found on ledger_entry (coin_type, (split_part(transaction_id, ':', 3)::numeric))
  where kind in ('opening', 'surplus')
