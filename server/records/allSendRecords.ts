import { type RawBuilder, type Selectable, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES } from "#domain/coins.ts";
import type { Handler, QueryOf } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, writeTimeCursor } from "#server/calls/pages.ts";
import type { Schema } from "#server/db/schema.ts";
import { selectEnvelopes, toWireEnvelope } from "./wire.ts";
import { readTotals } from "./totals.ts";

export type RecordStatus = components["schemas"]["RecordStatus"];

const RECORD_STATUSES: readonly RecordStatus[] = ["notReceived", "partiallyReceived", "received"];

/** Whether an envelope was open and can no longer be claimed. */
export function hasEnded({ status }: Pick<Selectable<Schema["envelope"]>, "status">): boolean {
  return status === "finished" || status === "expired" || status === "refunded";
}

/** The caller's envelopes in every state, newest first. */
export const allSendRecords: Handler<"allSendRecords"> = async ({ user: { tgUserId }, query, language }, app) => {
  const { kysely } = app.database;
  const coinTypes = query.coinType === undefined ? COIN_TYPES : [query.coinType];
  const statuses = query.recordStatus === undefined ? RECORD_STATUSES : [query.recordStatus];
  const select = app.database.isSharded ? selectPageOfShards : selectPage;
  const rows = await selectEnvelopes(kysely)
    .where(sql<boolean>`envelope.envelope_id in (${select(tgUserId, query, coinTypes, statuses)})`)
    .orderBy("envelope.created_at", "desc")
    .orderBy("envelope.envelope_id", "desc")
    .execute();
  const totals = await readTotals(kysely, tgUserId);
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.envelope_id }),
  });
  const counts = coinTypes.flatMap((coinType) =>
    statuses.map((status) => totals.get(coinType)?.sentCounts[status] ?? 0),
  );
  return {
    items: page.map((row) => toWireEnvelope(row, "sender", { language, secrets: app.config.appSecrets })),
    total: counts.reduce((sum, count) => sum + count, 0),
    nextCursor,
  };
};

/**
 * Ids of one page and the first of the next, from the newest of each requested coin and status: each is a short index
 * scan, also if few of very many envelopes match.
 */
function selectPage(
  tgUserId: bigint,
  { cursor, limit }: QueryOf<"allSendRecords">,
  coinTypes: readonly string[],
  statuses: readonly string[],
): RawBuilder<unknown> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const isAfter = after === null ? sql`true` : sql`(e.created_at, e.envelope_id) < (${after.time}, ${after.id})`;
  return sql`
    select newest.envelope_id
    from unnest(${coinTypes}::text[]) c (coin_type) cross join unnest(${statuses}::text[]) s (record_status)
    cross join lateral (
      select e.envelope_id, e.created_at from envelope e
      where e.sender_id = ${tgUserId} and e.coin_type = c.coin_type and e.record_status = s.record_status and ${isAfter}
      order by e.created_at desc, e.envelope_id desc limit ${limit + 1}
    ) newest
    order by newest.created_at desc, newest.envelope_id desc limit ${limit + 1}
  `;
}

/** The same page, written so that each shard answers one page of its own rows, not all of them. */
function selectPageOfShards(
  tgUserId: bigint,
  { cursor, limit }: QueryOf<"allSendRecords">,
  coinTypes: readonly string[],
  statuses: readonly string[],
): RawBuilder<unknown> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const isAfter = after === null ? sql`true` : sql`(e.created_at, e.envelope_id) < (${after.time}, ${after.id})`;
  return sql`
    select newest.envelope_id from (
      select e.envelope_id, e.created_at from envelope e
      where e.sender_id = ${tgUserId} and e.coin_type = any (${coinTypes}::text[])
        and e.record_status = any (${statuses}::text[]) and ${isAfter}
      order by e.created_at desc, e.envelope_id desc limit ${limit + 1}
    ) newest
  `;
}
