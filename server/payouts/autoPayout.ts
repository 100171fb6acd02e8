import { COINS } from "#domain/coins.ts";
import { formatAmount, parseAmount } from "#domain/money/amount.ts";
import { stopAutoPayouts } from "#server/accounts/account.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { transact } from "#server/db/transact.ts";
import { askForCode, lockSpender } from "#server/accounts/securityCode.ts";
import { findProvenWallet, requirePayouts } from "./quote.ts";

/** Switches the automatic payout of a coin on, up to a fee, or off. */
export const autoPayout: Handler<"autoPayout"> = async ({ user: { tgUserId }, body }, app) => {
  const { coinType, enabled, maxFee, securityCode } = body;
  const checked = await askForCode(app, tgUserId, securityCode);
  const { kysely } = app.database;
  if (!enabled) {
    await stopAutoPayouts(kysely, tgUserId, [coinType]);
    return null;
  }
  requirePayouts(app, coinType);
  const maxFeeBase = maxFee === undefined ? 0n : parseAmount(maxFee, COINS[coinType].baseDecimals);
  if (maxFeeBase === 0n) throw new ApiError("invalidRequest");
  await transact(kysely, async (trx) => {
    await lockSpender(trx, app, { tgUserId, coinType }, checked);
    await findProvenWallet(trx, tgUserId, coinType);
    await trx
      .insertInto("auto_payout")
      .values({ tg_user_id: tgUserId, coin_type: coinType, max_fee_base: maxFeeBase, created_at: app.clock.now() })
      .onConflict((conflict) =>
        conflict.columns(["tg_user_id", "coin_type"]).doUpdateSet({ max_fee_base: maxFeeBase, tried_at: null }),
      )
      .execute();
  });
  return null;
};

/** The coins whose balance the caller has paid out by itself. */
export const autoPayoutList: Handler<"autoPayoutList"> = async ({ user: { tgUserId } }, app) => {
  const rows = await app.database.kysely
    .selectFrom("auto_payout")
    .select(["coin_type", "max_fee_base"])
    .where("tg_user_id", "=", tgUserId)
    .orderBy("coin_type")
    .execute();
  const items = rows.map(({ coin_type: coinType, max_fee_base: maxFeeBase }) => ({
    coinType,
    maxFee: formatAmount(maxFeeBase, COINS[coinType].baseDecimals),
  }));
  return { items };
};
