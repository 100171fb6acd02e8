-- Under whose number the balance of an account of the ledger is kept: a person's own, or below zero what is nobody's of a
-- coin. Null: it has no kept balance.
create or replace function holder_of(account text) returns bigint language sql immutable as $$
  select case split_part(account, ':', 1)
    when 'user' then split_part(account, ':', 2)::bigint
    when 'treasury' then -4 when 'cold' then -3 when 'fees' then -2 when 'unmatched' then -1
  end
$$;
