import type { Insertable, Kysely } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";

type Row = Insertable<Schema["chain_transfer"]>;

/** Stores a transfer to the treasury that the chain's watcher has seen just now, and answers its id. */
export async function storeTransfer(
  app: App,
  change: Pick<Row, "from_address" | "amount_base"> & Partial<Row>,
  tables: Kysely<Schema> = app.database.kysely,
) {
  const at = app.clock.now();
  const row = {
    coin_type: "eth" as const,
    tx_hash: `0x${Buffer.from(app.random.bytes(32)).toString("hex")}`,
    transfer_index: 0,
    from_address_key: change.from_address,
    position: 1_000_000n,
    block_ref: `0x${"b".repeat(64)}`,
    block_time: at,
    seen_at: at,
    ...change,
  };
  await tables.insertInto("chain_transfer").values(row).execute();
  return { coinType: row.coin_type, txHash: row.tx_hash, index: row.transfer_index };
}
