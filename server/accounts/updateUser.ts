import type { Handler } from "#server/calls/handler.ts";
import { lockRankings } from "#server/rankings/lockRankings.ts";
import { toUserItem } from "./toUserItem.ts";

/**
 * Stores the given choices of the caller and leaves the others. Hiding removes the person from every ranking at once.
 */
export const updateUser: Handler<"updateUser"> = async ({ user: { tgUserId }, body }, app) => {
  const { hideFromRanking: isHidden, allowNotifications: isAllowed } = body;
  await app.database.kysely.transaction().execute(async (trx) => {
    if (isHidden !== undefined) await lockRankings(trx);
    await trx
      .updateTable("tg_user")
      .set({
        updated_at: app.clock.now(),
        ...(isHidden === undefined ? {} : { hides_from_ranking: isHidden }),
        ...(isAllowed === undefined ? {} : { allows_notifications: isAllowed }),
      })
      .where("tg_user_id", "=", tgUserId)
      .execute();
    if (isHidden === undefined) return;
    await trx
      .updateTable("ranking_sum")
      .set({ is_hidden: isHidden })
      .where("kind", "=", "user")
      .where("subject_id", "=", tgUserId)
      .where("is_hidden", "<>", isHidden)
      .execute();
  });
  return { userItem: await toUserItem(app, tgUserId) };
};
