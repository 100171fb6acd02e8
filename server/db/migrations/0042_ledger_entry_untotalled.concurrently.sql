create index concurrently ledger_entry_untotalled on ledger_entry (coin_type, account) include (amount_base)
  where not is_totalled and (account like 'treasury:%' or account like 'cold:%' or account like 'fees:%'
    or account like 'unmatched:%')
