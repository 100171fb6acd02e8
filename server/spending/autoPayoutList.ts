import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";

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
