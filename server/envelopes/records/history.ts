import { type InferResult, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate } from "#server/calls/paginate.ts";
import { selectClaims } from "#server/envelopes/wire/selectClaims.ts";
import { readTimeCursor, writeTimeCursor } from "#server/calls/timeCursor.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { toWireClaim } from "#server/envelopes/wire/toWireClaim.ts";

type Schemas = components["schemas"];

/** The caller's claims with whose gift each was, newest first, with the count and the sums of all that match. */
export const history: Handler<"history"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  let list = selectReceived(kysely)
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
    .groupBy("coin_type")
    .orderBy("count", "desc")
    .orderBy("coin_type");
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
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: (row) => writeTimeCursor({ time: row.claimed_at, id: row.claim_id }),
  });
  const receivedByCoin = totals.map(({ coin_type, sum }) => ({
    coinType: coin_type,
    amount: formatAmount(sum, COINS[coin_type].baseDecimals),
  }));
  return {
    items: page.map((row) => toReceivedClaim(row, tgUserId)),
    total: totals.reduce((count, total) => count + Number(total.count), 0),
    nextCursor,
    totalReceivedAmount: readTotal(receivedByCoin),
    receivedByCoin,
  };
};

/** Claims together with whose envelopes they are of. */
function selectReceived(database: Parameters<typeof selectClaims>[0]) {
  return selectClaims(database)
    .innerJoin("tg_user as sender", "sender.tg_user_id", "envelope.sender_id")
    .select([
      "envelope.cover_id",
      "sender.first_name as sender_first_name",
      "sender.last_name as sender_last_name",
      "sender.photo_url as sender_photo_url",
    ]);
}

type ReceivedRow = InferResult<ReturnType<typeof selectReceived>>[number];

function toReceivedClaim(row: ReceivedRow, claimerId: bigint): Schemas["ReceivedClaim"] {
  return {
    ...toWireClaim(row, claimerId),
    sender: toPerson({
      first_name: row.sender_first_name,
      last_name: row.sender_last_name,
      photo_url: row.sender_photo_url,
    }),
    coverId: row.cover_id,
  };
}

/** Amounts of several coins have no sum. */
function readTotal(sums: readonly Schemas["ReceivedSum"][]): string | null {
  const [first, second] = sums;
  if (first === undefined) return "0";
  return second === undefined ? first.amount : null;
}
