import { retryConflict } from "#server/db/retryConflict.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { cancelPayoutInside } from "./cancelPayoutInside.ts";
import { readWirePayout } from "./payouts.ts";

/** Takes back a payout of which nothing is signed yet. A repeat answers the cancelled payout again. */
export const cancelPayout: Handler<"cancelPayout"> = async ({ user: { tgUserId }, body: { payoutId } }, app) => {
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("payout")
        .selectAll()
        .where("payout_id", "=", payoutId)
        .where("tg_user_id", "=", tgUserId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new ApiError("notFound");
      if (row.status === "cancelled") return;
      if (!(await cancelPayoutInside(trx, app, row))) throw new ApiError("notAvailable");
    }),
  );
  return { payout: await readWirePayout(app, payoutId) };
};
