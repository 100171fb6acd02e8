-- What was agreed of a payout stays as it is.
create or replace function refuse_payout_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was agreed of a payout never changes' using errcode = 'check_violation';
end $$;
