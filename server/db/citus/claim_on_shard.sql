-- Claims shares of envelopes of one shard: Citus carries it out where asked_envelope, one of them, is.
create or replace function claim_on_shard(
  asked_envelope text, asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text)
language plpgsql as $$
begin
  return query execute format(
    'select ask, outcome from claim_shares_%s($1, $2, $3, $4)',
    get_shard_id_for_distribution_column('envelope', asked_envelope)
  ) using asked_envelopes, asked_users, asked_claims, at;
end $$;
