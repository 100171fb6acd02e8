import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { readReceived } from "./readReceived.ts";

/** What the caller claimed in one coin, how often with the best luck, and what the caller's own envelopes paid out. */
export const claimStaticBashboard: Handler<"claimStaticBashboard"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const received = await readReceived(kysely, tgUserId, coinType);
  const paidOut = await kysely
    .selectFrom("envelope")
    .select((select) => select.fn.sum<bigint | null>("claimed_base").as("sum"))
    .where("sender_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .executeTakeFirstOrThrow();
  const best = await kysely
    .selectFrom("claim")
    .innerJoin("envelope", "envelope.envelope_id", "claim.envelope_id")
    .select((select) => select.fn.countAll<bigint>().as("count"))
    .where("claim.tg_user_id", "=", tgUserId)
    .where("claim.coin_type", "=", coinType)
    .where("envelope.type", "=", "luckyDraw")
    .where("envelope.status", "=", "finished")
    .where("envelope.count", ">=", 2)
    .whereRef("claim.amount_base", "=", "envelope.best_base")
    .executeTakeFirstOrThrow();
  return {
    coinType,
    totalReceivedAmount: formatAmount(received.sumBase, baseDecimals),
    receivedQuantity: received.count,
    paidOutAmount: formatAmount(paidOut.sum ?? 0n, baseDecimals),
    bestLuckCount: Number(best.count),
  };
};
