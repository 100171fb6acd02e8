import { sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { openEnvelopes } from "./openEnvelopes.ts";

const BATCH = 100;

/**
 * Opens the envelopes of orders that were paid while money was missing, once nothing is missing. Until then the money
 * stays in the order's account. Each order has its own transaction, which only opens envelopes that still await payment:
 * a crash between two orders or a second process changes nothing.
 */
export async function openWaiting(app: App, coinType: CoinType): Promise<void> {
  const { kysely } = app.database;
  const select = sql`
    select order_id as id, tg_user_id as taker, settled_at as due from payment_order
    where is_opening_due and coin_type = ${coinType} and ${isDue(app, "openEnvelopes", sql.ref("order_id"))}`;
  const { rows } = await selectInTurns({ select, limit: BATCH }).execute(kysely);
  if (rows.length === 0 || (await isMoneyMissing(kysely, coinType))) return;
  await app.prices.read(coinType);
  for (const { id } of rows) {
    await workThrough(app, { job: "openEnvelopes", findId: (orderId) => orderId, perform: open }, [id]);
  }

  function open([orderId = ""]: readonly string[]): Promise<void> {
    return retryConflict(() =>
      kysely.transaction().execute(async (trx) => {
        if (await isMoneyMissing(trx, coinType)) return;
        const due = trx.updateTable("payment_order").set({ is_opening_due: false }).where("order_id", "=", orderId);
        const { numUpdatedRows } = await due.where("is_opening_due", "=", true).executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) {
          await openEnvelopes(trx, app, orderId, { at: app.clock.now(), cause: "chainWatcher" });
        }
      }),
    );
  }
}
