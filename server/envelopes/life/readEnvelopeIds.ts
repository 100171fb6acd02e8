import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";

/** The envelopes that an order pays for. */
export async function readEnvelopeIds(database: Kysely<Schema>, orderId: string): Promise<string[]> {
  const order = await database
    .selectFrom("payment_order")
    .select("envelope_ids")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return order?.envelope_ids ?? [];
}
