import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { openEnvelopes } from "./openEnvelopes.ts";

const BATCH = 100;

/**
 * Opens the envelopes of orders that were paid while money was missing, once nothing is missing. Until then the money
 * stays in the order's account. Each order has its own transaction, which only opens envelopes that still await payment:
 * a crash between two orders or a second process changes nothing.
 */
export async function openWaiting(app: App, coinType: CoinType): Promise<void> {
  const { kysely } = app.database;
  const waiting = await kysely
    .selectFrom("payment_order")
    .select("order_id")
    .where((where) => where.ref("is_opening_due"))
    .where("coin_type", "=", coinType)
    .limit(BATCH)
    .execute();
  if (waiting.length === 0 || (await isMoneyMissing(kysely, coinType))) return;
  await app.prices.read(coinType);
  for (const { order_id: orderId } of waiting) {
    try {
      await retryConflict(() =>
        kysely.transaction().execute(async (trx) => {
          if (await isMoneyMissing(trx, coinType)) return;
          await openEnvelopes(trx, app, orderId, { at: app.clock.now(), cause: "chainWatcher" });
          await trx
            .updateTable("payment_order")
            .set({ is_opening_due: false })
            .where("order_id", "=", orderId)
            .execute();
        }),
      );
    } catch (error) {
      app.logger.error({ orderId, error }, "opening the envelopes of a paid order failed");
    }
  }
}
