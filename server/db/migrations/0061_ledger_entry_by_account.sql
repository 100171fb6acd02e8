-- ledger_entry_of_account answers all that this index did.
drop index ledger_entry_by_account;
