import { type InferResult, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Language } from "#domain/language/language.ts";
import type { Handler, QueryOf } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, selectNewest, writeTimeCursor } from "#server/calls/pages.ts";
import { selectClaims, toWireClaim } from "./wire.ts";
import { toPerson } from "#server/calls/person.ts";
import { NO_TOTALS, readTotals } from "./totals.ts";

type Schemas = components["schemas"];

/** The caller's claims and their senders, newest first, with the count and sums of all matches. */
export const history: Handler<"history"> = async ({ user: { tgUserId }, query, language }, app) => {
  const { kysely } = app.database;
  const coinTypes = query.coinType === undefined ? COIN_TYPES : [query.coinType];
  const rows = await selectReceived(kysely)
    .where("claim.tg_user_id", "=", tgUserId)
    .where(
      sql<boolean>`claim.envelope_id in (select envelope_id from (${selectPage(tgUserId, query, coinTypes)}) page)`,
    )
    .orderBy("claim.claimed_at", "desc")
    .orderBy("claim.claim_id", "desc")
    .execute();
  const totals = await readTotals(kysely, tgUserId);
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: (row) => writeTimeCursor({ time: row.claimed_at, id: row.claim_id }),
  });
  const totalsOf = (coinType: CoinType) => totals.get(coinType) ?? NO_TOTALS;
  const countOf = (coinType: CoinType) => totalsOf(coinType).claimCount;
  const receivedCoins = coinTypes
    .filter((coinType) => countOf(coinType) > 0)
    .toSorted((left, right) => countOf(right) - countOf(left) || (left < right ? -1 : 1));
  const receivedByCoin = receivedCoins.map((coinType) => ({
    coinType,
    amount: formatAmount(totalsOf(coinType).claimedBase, COINS[coinType].baseDecimals),
  }));
  return {
    items: page.map((row) => toReceivedClaim(row, tgUserId, language)),
    total: receivedCoins.reduce((count, coinType) => count + countOf(coinType), 0),
    nextCursor,
    totalReceivedAmount: readTotal(receivedByCoin),
    receivedByCoin,
  };
};

/** Envelopes of one page of claims and the first of the next. */
function selectPage(tgUserId: bigint, { cursor, limit }: QueryOf<"history">, coinTypes: readonly CoinType[]) {
  return selectNewest({
    table: "claim",
    columns: ["envelope_id", "claimed_at", "claim_id"],
    time: "claimed_at",
    id: "claim_id",
    parts: coinTypes.map((coinType) => sql`tg_user_id = ${tgUserId} and coin_type = ${coinType}`),
    after: cursor === undefined ? null : readTimeCursor(cursor),
    count: limit + 1,
  });
}

/** Claims with the senders of their envelopes. */
function selectReceived(database: Parameters<typeof selectClaims>[0]) {
  return selectClaims(database)
    .innerJoin("tg_user as sender", "sender.tg_user_id", "envelope.sender_id")
    .select([
      "envelope.cover_id",
      "envelope.sender_id",
      "sender.first_name as sender_first_name",
      "sender.last_name as sender_last_name",
      "sender.photo_url as sender_photo_url",
    ]);
}

type ReceivedRow = InferResult<ReturnType<typeof selectReceived>>[number];

function toReceivedClaim(row: ReceivedRow, claimerId: bigint, language: Language): Schemas["ReceivedClaim"] {
  return {
    ...toWireClaim(row, claimerId, language),
    sender: toPerson(
      {
        tg_user_id: row.sender_id,
        first_name: row.sender_first_name,
        last_name: row.sender_last_name,
        photo_url: row.sender_photo_url,
      },
      language,
    ),
    coverId: row.cover_id,
  };
}

/** Amounts of different coins are not added. */
function readTotal(sums: readonly Schemas["ReceivedSum"][]): string | null {
  const [first, second] = sums;
  if (first === undefined) return "0";
  return second === undefined ? first.amount : null;
}
