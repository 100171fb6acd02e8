create index concurrently chain_transfer_unmatched on chain_transfer (block_time) include (coin_type, amount_base)
  where outcome = 'unmatched'
