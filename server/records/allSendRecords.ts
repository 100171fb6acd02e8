import { type Selectable, sql } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES } from "#domain/coins.ts";
import type { Handler, QueryOf } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, selectNewest, writeTimeCursor } from "#server/calls/pages.ts";
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
  const rows = await selectEnvelopes(kysely)
    .where(sql<boolean>`envelope.envelope_id in (select envelope_id from (${selectPage(tgUserId, query)}) page)`)
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

/** Ids of one page and the first of the next. */
function selectPage(tgUserId: bigint, { cursor, limit, coinType, recordStatus }: QueryOf<"allSendRecords">) {
  const isMine = sql`sender_id = ${tgUserId}`;
  const coinTypes = coinType === undefined ? COIN_TYPES : [coinType];
  const statuses = recordStatus === undefined ? RECORD_STATUSES : [recordStatus];
  const parts = coinTypes.flatMap((coin) =>
    statuses.map((status) => sql`${isMine} and coin_type = ${coin} and record_status = ${status}`),
  );
  return selectNewest({
    table: "envelope",
    columns: ["envelope_id", "created_at"],
    time: "created_at",
    id: "envelope_id",
    parts: coinType === undefined && recordStatus === undefined ? [isMine] : parts,
    after: cursor === undefined ? null : readTimeCursor(cursor),
    count: limit + 1,
  });
}
