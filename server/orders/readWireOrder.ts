import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import { readWireOrders } from "./readWireOrders.ts";

/** One order in wire form. `ownerId` as in `readWireOrders`. */
export async function readWireOrder(
  app: App,
  orderId: string,
  ownerId: bigint | null,
): Promise<components["schemas"]["Order"]> {
  const row = await app.database.kysely
    .selectFrom("payment_order")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const [order] = await readWireOrders(app, [row], ownerId);
  if (order === undefined) throw new Error("an order was lost on its way to the wire");
  return order;
}
