-- Who deletes an account leaves rows of money behind, under a number that is no number of the messenger: those have at
-- most 52 bits. The rows that never change may take it, once, and nothing else of them.
set local citus.enable_unsafe_triggers = on;

create or replace function is_pseudonym(earlier bigint, later bigint) returns boolean language sql immutable as $$
  select earlier < 4503599627370496 and later >= 4503599627370496
$$;

-- A line of the ledger, or an operator's action, takes a pseudonym in the place of a person, and changes in no other way.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
declare
  ids text[];
  renamed jsonb;
begin
  if tg_table_name = 'operator_action' then
    ids := array[coalesce(old.tg_user_id::text, substring(old.subject from '^person:([0-9]+)$')),
      coalesce(new.tg_user_id::text, substring(new.subject from '^person:([0-9]+)$'))];
    renamed := to_jsonb(old) || jsonb_build_object(
      'tg_user_id', case when old.tg_user_id is not null then ids[2]::bigint end,
      'subject', case when old.subject = 'person:' || ids[1] then 'person:' || ids[2] else old.subject end);
  else
    ids := array[substring(old.account from '^user:([0-9]+):'), substring(new.account from '^user:([0-9]+):')];
    renamed := to_jsonb(old) || jsonb_build_object('account', 'user:' || ids[2] || ':' || old.coin_type);
  end if;
  if is_pseudonym(ids[1]::bigint, ids[2]::bigint) is not true or to_jsonb(new) is distinct from renamed then
    raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop trigger ledger_entry_append_only on ledger_entry;
create trigger ledger_entry_append_only before delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_entry_unchanged before update on ledger_entry
  for each row execute function refuse_rewriting();

drop trigger operator_action_append_only on operator_action;
create trigger operator_action_append_only before delete or truncate on operator_action
  for each statement execute function refuse_change();
create trigger operator_action_unchanged before update on operator_action
  for each row execute function refuse_rewriting();

drop trigger payout_frozen on payout;
create trigger payout_frozen
  before update of tg_user_id, coin_type, gross_base, fee_base, to_address, to_address_key, network, request_id on payout
  for each row when (
    not is_pseudonym(old.tg_user_id, new.tg_user_id)
    or (old.coin_type, old.gross_base, old.fee_base, old.to_address, old.to_address_key, old.network, old.request_id)
      is distinct from
      (new.coin_type, new.gross_base, new.fee_base, new.to_address, new.to_address_key, new.network, new.request_id)
  ) execute function refuse_payout_change();
