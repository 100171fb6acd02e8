import { type SelectQueryBuilder, sql } from "kysely";
import { COIN_TYPES } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate } from "#server/calls/paginate.ts";
import { readTimeCursor, writeTimeCursor } from "#server/calls/timeCursor.ts";
import { readWirePayouts } from "./readWirePayouts.ts";

/** The caller's payouts, newest first. */
export const payouts: Handler<"payouts"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType, payoutId, cursor, limit } = query;
  const { kysely } = app.database;
  function narrow<Output>(select: SelectQueryBuilder<Schema, "payout", Output>) {
    return select
      .where("tg_user_id", "=", tgUserId)
      .where("coin_type", "in", coinType === undefined ? COIN_TYPES : [coinType])
      .$if(payoutId !== undefined, (all) => all.where("payout_id", "=", payoutId ?? ""));
  }
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const rows = await narrow(kysely.selectFrom("payout").selectAll())
    .$if(after !== null, (all) => all.where(sql<boolean>`(created_at, payout_id) < (${after?.time}, ${after?.id})`))
    .orderBy("created_at", "desc")
    .orderBy("payout_id", "desc")
    .limit(limit + 1)
    .execute();
  const counted = await narrow(
    kysely.selectFrom("payout").select((select) => select.fn.countAll().as("total")),
  ).executeTakeFirstOrThrow();
  const { page, nextCursor } = paginate(rows, {
    limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.payout_id }),
  });
  return { items: await readWirePayouts(app, page), total: Number(counted.total), nextCursor };
};
