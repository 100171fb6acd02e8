import { type InferResult, type RawBuilder, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Language } from "#domain/language/language.ts";
import type { Handler, QueryOf } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, writeTimeCursor } from "#server/calls/pages.ts";
import { selectClaims, toWireClaim } from "./wire.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { NO_TOTALS, readTotals } from "./totals.ts";

type Schemas = components["schemas"];

/** The caller's claims and their senders, newest first, with the count and sums of all matches. */
export const history: Handler<"history"> = async ({ user: { tgUserId }, query, language }, app) => {
  const { kysely } = app.database;
  const coinTypes = query.coinType === undefined ? COIN_TYPES : [query.coinType];
  const select = app.database.isSharded ? selectPageOfShards : selectPage;
  const rows = await selectReceived(kysely)
    .where("claim.tg_user_id", "=", tgUserId)
    .where(sql<boolean>`claim.envelope_id in (${select(tgUserId, query, coinTypes)})`)
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

/** Envelopes of one page of claims and the first of the next, from the newest of each requested coin. */
function selectPage(
  tgUserId: bigint,
  { cursor, limit }: QueryOf<"history">,
  coinTypes: readonly string[],
): RawBuilder<unknown> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const isAfter = after === null ? sql`true` : sql`(c.claimed_at, c.claim_id) < (${after.time}, ${after.id})`;
  return sql`
    select newest.envelope_id
    from unnest(${coinTypes}::text[]) k (coin_type)
    cross join lateral (
      select c.envelope_id, c.claimed_at, c.claim_id from claim c
      where c.tg_user_id = ${tgUserId} and c.coin_type = k.coin_type and ${isAfter}
      order by c.claimed_at desc, c.claim_id desc limit ${limit + 1}
    ) newest
    order by newest.claimed_at desc, newest.claim_id desc limit ${limit + 1}
  `;
}

/** The same page, written so that each shard answers one page of its own rows, not all of them. */
function selectPageOfShards(
  tgUserId: bigint,
  { cursor, limit }: QueryOf<"history">,
  coinTypes: readonly string[],
): RawBuilder<unknown> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const isAfter = after === null ? sql`true` : sql`(c.claimed_at, c.claim_id) < (${after.time}, ${after.id})`;
  return sql`
    select newest.envelope_id from (
      select c.envelope_id, c.claimed_at, c.claim_id from claim c
      where c.tg_user_id = ${tgUserId} and c.coin_type = any (${coinTypes}::text[]) and ${isAfter}
      order by c.claimed_at desc, c.claim_id desc limit ${limit + 1}
    ) newest
  `;
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
