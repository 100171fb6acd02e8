import type { App } from "#server/app.ts";
import type { PaymentCodeHolder } from "#server/calls/authenticatePaymentCode.ts";

/** Stores that a live code has shown these orders, so that its page can follow them after the code expires. */
export async function markShown(app: App, code: PaymentCodeHolder, orderIds: readonly string[]): Promise<void> {
  const { kysely } = app.database;
  if (orderIds.length === 0) return;
  await kysely
    .updateTable("payment_code")
    .set({ used_at: app.clock.now() })
    .where("code_hash", "=", code.codeHash)
    .where("used_at", "is", null)
    .execute();
  await kysely
    .insertInto("payment_code_order")
    .values(orderIds.map((orderId) => ({ code_hash: code.codeHash, order_id: orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
