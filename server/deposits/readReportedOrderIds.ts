import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

/** Orders that were reported as paid by this transaction, earliest report first. */
export async function readReportedOrderIds(
  database: Kysely<Schema>,
  coinType: CoinType,
  txHash: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom("payment_report")
    .select("order_id")
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .orderBy("reported_at")
    .orderBy("order_id")
    .execute();
  return rows.map((row) => row.order_id);
}
