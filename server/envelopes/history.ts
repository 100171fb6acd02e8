import { sql } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/http/handler.ts";
import { cutPage } from "./cutPage.ts";
import { selectClaims } from "./selectClaims.ts";
import { readTimeCursor, writeTimeCursor } from "./timeCursor.ts";
import { toWireClaim } from "./toWireClaim.ts";

/** The caller's claims, newest first, with the count and the sum of all that match. */
export const history: Handler<"history"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  let list = selectClaims(kysely)
    .where("claim.tg_user_id", "=", tgUserId)
    .orderBy("claim.claimed_at", "desc")
    .orderBy("claim.claim_id", "desc")
    .limit(query.limit + 1);
  let sums = kysely
    .selectFrom("claim")
    .select((select) => [
      "coin_type",
      select.fn.countAll<bigint>().as("count"),
      select.fn.sum<bigint>("amount_base").as("sum"),
    ])
    .where("tg_user_id", "=", tgUserId)
    .groupBy("coin_type");
  if (query.coinType !== undefined) {
    list = list.where("claim.coin_type", "=", query.coinType);
    sums = sums.where("coin_type", "=", query.coinType);
  }
  if (query.cursor !== undefined) {
    const { time, id } = readTimeCursor(query.cursor);
    list = list.where(sql<boolean>`(claim.claimed_at, claim.claim_id) < (${time}, ${id})`);
  }
  const rows = await list.execute();
  const totals = await sums.execute();
  const { page, nextCursor } = cutPage(rows, {
    limit: query.limit,
    toCursor: (row) => writeTimeCursor({ time: row.claimed_at, id: row.claim_id }),
  });
  return {
    items: page.map((row) => toWireClaim(row, tgUserId)),
    total: totals.reduce((count, total) => count + Number(total.count), 0),
    nextCursor,
    totalReceivedAmount: formatSum(totals),
  };
};

/** Amounts of several coins have no sum. */
function formatSum(totals: readonly { coin_type: keyof typeof COINS; sum: bigint }[]): string | null {
  const [first, second] = totals;
  if (first === undefined) return "0";
  return second === undefined ? formatAmount(first.sum, COINS[first.coin_type].baseDecimals) : null;
}
