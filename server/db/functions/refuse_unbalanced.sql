-- A ledger transaction moves money and makes none: its lines of one coin add up to zero.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from inserted group by transaction_id, coin_type having sum(amount_base) <> 0
  ) then
    raise exception 'unbalanced ledger transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
