import { sql } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { listUsedCoins } from "./listUsedCoins.ts";
import { readReceived } from "./readReceived.ts";

/** In-app balance of one coin, what the caller's opened envelopes cost after refunds, and what the caller claimed. */
export const accountAmountInfo: Handler<"accountAmountInfo"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const balanceBase = await readBalance(kysely, tgUserId, coinType);
  const received = await readReceived(kysely, tgUserId, coinType);
  const sent = await kysely
    .selectFrom("envelope")
    .select(sql<bigint | null>`sum(total_base - refunded_base)`.as("sum"))
    .where("sender_id", "=", tgUserId)
    .where("coin_type", "=", coinType)
    .where("opened_at", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    balance: formatAmount(balanceBase, baseDecimals),
    amountSent: formatAmount(sent.sum ?? 0n, baseDecimals),
    amountReceived: formatAmount(received.sumBase, baseDecimals),
    quantityReceived: received.count,
    coinTypes: await listUsedCoins(kysely, tgUserId),
  };
};
