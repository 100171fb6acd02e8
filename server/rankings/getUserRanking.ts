import { sql } from "kysely";
import type { Handler } from "#server/calls/handler.ts";
import { readRanking } from "./readRanking.ts";

/** People by what others claimed from their envelopes. A hidden person has no place, not even their own. */
export const getUserRanking: Handler<"getUserRanking"> = ({ user: { tgUserId }, query: { period = "week" } }, app) =>
  readRanking(app, { kind: "user", period, own: sql`${tgUserId}::bigint` });
