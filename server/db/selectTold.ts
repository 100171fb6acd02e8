import { type RawBuilder, sql } from "kysely";

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

/** Whether money from an address is nobody's yet, by whatever reading. */
export function hasUnownedFrom(addressKey: RawBuilder<unknown>, coinType: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select t.coin_type, t.from_address_key from chain_transfer t where t.outcome = 'unmatched'
      union all
      select t.coin_type, t.from_address_key from ${selectTold} t
    ) u where u.coin_type = ${coinType} and u.from_address_key = ${addressKey})`;
}
