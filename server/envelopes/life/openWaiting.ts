import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { openEnvelopes } from "./openEnvelopes.ts";

const BATCH = 100;

/**
 * Opens the envelopes of orders that were paid while money was missing, once nothing is missing any more. Until then
 * the money stays in the order's account. Each order is opened in a transaction of its own, and only from that state,
 * so that a crash in between or a second process changes nothing.
 */
export async function openWaiting(app: App, coinType: CoinType): Promise<void> {
  const { kysely } = app.database;
  const waiting = await kysely
    .selectFrom("envelope")
    .innerJoin("payment_order", "payment_order.order_id", "envelope.order_id")
    .select("payment_order.order_id")
    .distinct()
    .where("envelope.status", "=", "awaitingPayment")
    .where("payment_order.status", "=", "paid")
    .where("payment_order.coin_type", "=", coinType)
    .limit(BATCH)
    .execute();
  if (waiting.length === 0 || (await isMoneyMissing(kysely, coinType))) return;
  await app.prices.read(coinType);
  for (const { order_id: orderId } of waiting) {
    try {
      await retryConflict(() =>
        kysely.transaction().execute(async (trx) => {
          if (await isMoneyMissing(trx, coinType)) return;
          await openEnvelopes(trx, app, orderId, app.clock.now());
        }),
      );
    } catch (error) {
      app.logger.error({ orderId, error }, "opening the envelopes of a paid order failed");
    }
  }
}
