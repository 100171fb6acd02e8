import { sql } from "kysely";
import { OPEN_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate, readTimeCursor, writeTimeCursor } from "#server/calls/pages.ts";
import { readOrderCaller } from "./orderCaller.ts";
import { markShown } from "./paymentCodes.ts";
import { readWireOrders } from "./readWireOrder.ts";

/**
 * The caller's open orders, newest first. A payment code of one order lists that one, an expired code only those it has
 * shown.
 */
export const unpaidList: Handler<"unpaidList"> = async (call, app) => {
  const { tgUserId, code } = await readOrderCaller(call, app);
  const { cursor, limit } = call.query;
  const open = app.database.kysely
    .selectFrom("payment_order")
    .where("tg_user_id", "=", tgUserId)
    .where("status", "in", OPEN_STATUSES)
    .$if((code?.orderId ?? null) !== null, (query) => query.where("order_id", "=", code?.orderId ?? ""))
    .$if(code?.isLive === false, (query) =>
      query.where("order_id", "in", (select) =>
        select
          .selectFrom("payment_code_order")
          .select("order_id")
          .where("code_hash", "=", code?.codeHash ?? Buffer.alloc(0)),
      ),
    );
  const { total } = await open.select((select) => select.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const rows = await open
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, order_id) < (${after?.time ?? null}, ${after?.id ?? null})`),
    )
    .orderBy("created_at", "desc")
    .orderBy("order_id", "desc")
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = paginate(rows, {
    limit,
    toCursor: (row) => writeTimeCursor({ time: row.created_at, id: row.order_id }),
  });
  if (code?.isLive === true)
    await markShown(
      app,
      code,
      page.map((row) => row.order_id),
    );
  return {
    items: await readWireOrders(app, page, code === null ? tgUserId : null),
    total: Number(total),
    nextCursor,
  };
};
