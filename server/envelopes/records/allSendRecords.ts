import { sql } from "kysely";
import type { Handler } from "#server/calls/handler.ts";
import { paginate } from "#server/calls/paginate.ts";
import { selectEnvelopes } from "#server/envelopes/wire/selectEnvelopes.ts";
import { readTimeCursor, writeTimeCursor } from "#server/calls/timeCursor.ts";
import { toWireEnvelope } from "#server/envelopes/wire/toWireEnvelope.ts";

/** How far an envelope is claimed, as `toWireEnvelope` tells it. */
const IS_RECORD_STATUS = {
  notReceived: sql<boolean>`envelope.claimed_count = 0`,
  partiallyReceived: sql<boolean>`envelope.claimed_count > 0 and envelope.claimed_count < envelope.count`,
  received: sql<boolean>`envelope.claimed_count = envelope.count`,
};

/** The caller's envelopes in every state, newest first. */
export const allSendRecords: Handler<"allSendRecords"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  let list = selectEnvelopes(kysely)
    .where("sender_id", "=", tgUserId)
    .orderBy("envelope.created_at", "desc")
    .orderBy("envelope.envelope_id", "desc")
    .limit(query.limit + 1);
  let count = kysely
    .selectFrom("envelope")
    .select((select) => select.fn.countAll<bigint>().as("total"))
    .where("sender_id", "=", tgUserId);
  if (query.coinType !== undefined) {
    list = list.where("coin_type", "=", query.coinType);
    count = count.where("coin_type", "=", query.coinType);
  }
  if (query.recordStatus !== undefined) {
    const isAsked = IS_RECORD_STATUS[query.recordStatus];
    list = list.where(isAsked);
    count = count.where(isAsked);
  }
  if (query.cursor !== undefined) {
    const { time, id } = readTimeCursor(query.cursor);
    list = list.where(sql<boolean>`(envelope.created_at, envelope.envelope_id) < (${time}, ${id})`);
  }
  const rows = await list.execute();
  const { total } = await count.executeTakeFirstOrThrow();
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.envelope_id }),
  });
  return {
    items: page.map((row) => toWireEnvelope(row, "sender", app.config.appSecrets)),
    total: Number(total),
    nextCursor,
  };
};
