import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";

interface ReferencedOrder {
  coinType: CoinType;
  /** The network's CAIP-2 id. */
  networkId: string;
  reference: string | null;
}

/** The order named by a transfer's reference, with its owner, or null. */
export async function findNamedOrder(
  database: Kysely<Schema>,
  { coinType, networkId, reference }: ReferencedOrder,
): Promise<{ orderId: string; tgUserId: bigint } | null> {
  if (reference === null) return null;
  const order = await database
    .selectFrom("payment_order")
    .select(["order_id", "tg_user_id"])
    .where("coin_type", "=", coinType)
    .where("reference", "=", reference)
    .where("network", "=", networkId)
    .executeTakeFirst();
  return order === undefined ? null : { orderId: order.order_id, tgUserId: order.tg_user_id };
}
