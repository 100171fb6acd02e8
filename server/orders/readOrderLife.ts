import type { components } from "#contract/schema.d.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { readLife } from "#server/records/readLife.ts";
import type { OrderRow } from "./findOrder.ts";

/** What became of an order, and that it is to be paid, as long as it can be. */
export async function readOrderLife(app: App, row: OrderRow): Promise<components["schemas"]["Life"]> {
  const { order_id: id, status, created_at: createdAt } = row;
  const life = { chart: "order", id, status, createdAt } as const;
  return readLife(app.database.kysely, life, findNext(row, app.clock.now()));
}

function findNext({ status, expires_at: expiresAt }: OrderRow, now: Date) {
  if (status === "confirming") return { state: "paid", at: null } as const;
  if (!isPayableStatus(status)) return null;
  return expiresAt > now ? ({ state: "paid", at: expiresAt } as const) : ({ state: "expired", at: null } as const);
}
