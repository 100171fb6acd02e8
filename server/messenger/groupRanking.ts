import { sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { countClaims } from "#server/rankings/countClaims.ts";
import { type RankingAsk, readRanking, toPeriodKey } from "#server/rankings/rankings.ts";
import { askMemberships } from "./memberships.ts";

/** A person's groups that may be their best. */
const MOST_OWN_GROUPS = 20;

/** Groups by what was claimed from the envelopes sent into them; the own place is that of the caller's best group. */
export const getGroupRanking: Handler<"getGroupRanking"> = async (
  { user: { tgUserId }, query: { period = "week" }, language },
  app,
) => {
  const own = await findOwnGroups(app, tgUserId, period);
  return readRanking(app, { kind: "chat", period, language, own: sql`select unnest(${own}::bigint[])` });
};

/** The best ones that are linked to a person, who is in them still. */
async function findOwnGroups(app: App, tgUserId: bigint, period: RankingAsk["period"]): Promise<bigint[]> {
  await countClaims(app);
  const { rows } = await sql<{ subject_id: bigint }>`
    select subject_id from ranking_sum
    where kind = 'chat' and period = ${toPeriodKey(app, period)} and not is_hidden
      and subject_id in (select chat_id from chat_link where tg_user_id = ${tgUserId})
    order by value_micros desc, subject_id limit ${MOST_OWN_GROUPS}
  `.execute(app.database.kysely);
  const chatIds = rows.map((row) => row.subject_id);
  const members = await askMemberships(app, chatIds, tgUserId);
  return chatIds.filter((chatId) => members.get(chatId)?.membership === "yes");
}
