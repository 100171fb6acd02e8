-- What Citus carries out where asked_envelope is, one of envelopes of one shard: it writes to the shard's own tables.

-- Takes the lock that Citus takes for its own writes: a move of the shard waits for it, and it for the move. Who comes too
-- late is sent to the shard's new node by a second try.
create or replace function hold_shard(asked_envelope text) returns bigint language plpgsql as $$
declare
  share_lock constant integer := 5;
  shard constant bigint := get_shard_id_for_distribution_column('envelope', asked_envelope);
begin
  perform lock_shard_metadata(share_lock, array[shard]);
  if not exists (select from pg_dist_placement natural join pg_dist_local_group where shardid = shard) then
    raise exception 'the shard % has moved', shard using errcode = 'serialization_failure';
  end if;
  return shard;
end $$;

create or replace function claim_on_shard(
  asked_envelope text, asked_envelopes text[], asked_users bigint[], asked_claims text[], at timestamptz
) returns table (ask integer, outcome text)
language plpgsql as $$
begin
  return query execute format(
    'select ask, outcome from claim_shares_%s($1, $2, $3, $4)', hold_shard(asked_envelope)
  ) using asked_envelopes, asked_users, asked_claims, at;
end $$;

create or replace function take_places_on_shard(
  asked_envelope text, asked_envelopes text[], asked_users bigint[], asked_entries text[], at timestamptz,
  genesis_s bigint, period_s integer, most_entries integer
) returns table (
  asks integer[], outcome text, first_place integer, round bigint, entries integer, entered_at timestamptz,
  closes_at timestamptz, commitment text, heads text
)
language plpgsql as $$
begin
  return query execute format(
    'select * from take_places_%s($1, $2, $3, $4, $5, $6, $7)', hold_shard(asked_envelope)
  ) using asked_envelopes, asked_users, asked_entries, at, genesis_s, period_s, most_entries;
end $$;

create or replace function settle_on_shard(
  asked_envelope text, asked_round bigint, signature bytea, at timestamptz
) returns integer
language plpgsql as $$
declare
  won integer;
begin
  execute format('select count(*)::integer from settle_draw_%s($1, $2, $3, $4)', hold_shard(asked_envelope))
    into won using asked_envelope, asked_round, signature, at;
  return won;
end $$;
