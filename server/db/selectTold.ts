import { sql } from "kysely";

/** The transfers that are not settled, each once for every reading that endpoints tell of it. */
export const selectTold = sql`(
  select t.coin_type, t.tx_hash, t.transfer_index, t.amount_base, t.order_id, t.seen_at, t.reported_as, r.*
  from chain_transfer t cross join lateral (
    select t.from_address_key, t.reference, t.position, t.block_time where t.told is null
    union all
    select v.* from jsonb_to_recordset(t.told)
      as v (from_address_key text, reference text, position bigint, block_time timestamptz)
  ) r
  where t.settled_at is null
)`;
