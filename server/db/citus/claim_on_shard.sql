-- Claims shares of envelopes of one shard: Citus carries it out where asked_envelope, one of them, is. It writes to the
-- shard's own tables, so it takes the lock that Citus takes for its own writes: a move of the shard waits for it, and it
-- for the move. Who comes too late is sent to the shard's new node by a second try.
create or replace function claim_on_shard(
  asked_envelope text, asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text)
language plpgsql as $$
declare
  share_lock constant integer := 5;
  shard constant bigint := get_shard_id_for_distribution_column('envelope', asked_envelope);
begin
  perform lock_shard_metadata(share_lock, array[shard]);
  if not exists (select from pg_dist_placement natural join pg_dist_local_group where shardid = shard) then
    raise exception 'the shard % has moved', shard using errcode = 'serialization_failure';
  end if;
  return query execute format('select ask, outcome from claim_shares_%s($1, $2, $3, $4)', shard)
    using asked_envelopes, asked_users, asked_claims, at;
end $$;
