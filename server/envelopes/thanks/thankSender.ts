import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { selectClaims, toWireClaim } from "#server/records/wire.ts";
import { tellThanks } from "./tellThanks.ts";

/** Sets, changes or takes back how the caller thanks for a share. Throws notFound for who has none. */
export const thankSender: Handler<"thankSender"> = async ({ user: { tgUserId }, body, language }, app) => {
  const { envelopeId, reaction } = body;
  await retryConflict(() => react(app, tgUserId, body));
  const claim = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  // A second tap may have come between.
  return { claim: { ...toWireClaim(claim, tgUserId, language), reaction } };
};

function react(app: App, tgUserId: bigint, { envelopeId, reaction }: Parameters<typeof thankSender>[0]["body"]) {
  return app.database.kysely.transaction().execute(async (trx) => {
    const claim = await trx
      .updateTable("claim")
      .set({ reaction })
      .where("envelope_id", "=", envelopeId)
      .where("tg_user_id", "=", tgUserId)
      .returning(["envelope_id", "tg_user_id", "claimed_at"])
      .executeTakeFirst();
    if (claim === undefined) throw new ApiError("notFound");
    if (reaction !== null) await tellThanks(trx, app, claim);
  });
}
