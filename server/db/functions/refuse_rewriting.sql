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
  -- Written out, since the workers of a sharded database do not have `is_pseudonym`.
  if (ids[1]::bigint < 4503599627370496 and ids[2]::bigint >= 4503599627370496) is not true
    or to_jsonb(new) is distinct from renamed
  then
    raise exception '% is append-only', regexp_replace(tg_table_name, '_[0-9]+$', '') using errcode = 'check_violation';
  end if;
  return new;
end $$;
