import { sql } from "kysely";
import type { Handler } from "#server/calls/handler.ts";
import { readRanking } from "./readRanking.ts";

/** Groups by what was claimed from the envelopes sent into them; the own place is that of the caller's best group. */
export const getGroupRanking: Handler<"getGroupRanking"> = ({ user: { tgUserId }, query: { period = "week" } }, app) =>
  readRanking(app, {
    kind: "chat",
    period,
    own: sql`select chat_id from chat_link where tg_user_id = ${tgUserId}`,
  });
