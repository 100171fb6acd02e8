import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { transact } from "#server/db/transact.ts";
import { selectClaims, toWireClaim } from "#server/records/wire.ts";
import type { Kysely, Selectable } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";

/** Sets, changes or takes back how the caller thanks for a share. Throws notFound for who has none. */
export const thankSender: Handler<"thankSender"> = async ({ user: { tgUserId }, body, language }, app) => {
  const { envelopeId, reaction } = body;
  await react(app, tgUserId, body);
  const claim = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  // A second tap may have come between.
  return { claim: { ...toWireClaim(claim, tgUserId, language), reaction } };
};

function react(app: App, tgUserId: bigint, { envelopeId, reaction }: Parameters<typeof thankSender>[0]["body"]) {
  return transact(app.database.kysely, async (trx) => {
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

/** Thanks are gathered this long and told in one message. */
const GATHERED_FOR_MS = 30_000;
/** Shorter than messages are kept, so that nobody is told twice. */
const TOLD_FOR_MS = 7 * 24 * 60 * 60 * 1000;

type Thank = Pick<Selectable<Schema["claim"]>, "envelope_id" | "tg_user_id" | "claimed_at">;

/**
 * Queues the one message of an envelope that tells its sender who thanks. Where it was dropped, as all had taken their
 * thanks back, the next one queues it anew.
 */
async function tellThanks(trx: Kysely<Schema>, app: App, thank: Thank): Promise<void> {
  const { envelope_id: envelopeId } = thank;
  if (app.clock.now().getTime() - thank.claimed_at.getTime() > TOLD_FOR_MS) return;
  const { sender_id: senderId } = await trx
    .selectFrom("envelope")
    .select("sender_id")
    .where("envelope_id", "=", envelopeId)
    .executeTakeFirstOrThrow();
  if (senderId === thank.tg_user_id) return;
  await trx
    .deleteFrom("letter")
    .where("queue", "=", "notification")
    .where("letter_id", "=", `thanks:${envelopeId}`)
    .where("sent_at", "is", null)
    .where("failed_at", "is not", null)
    .where("last_error", "is", null)
    .execute();
  const params = { envelopeId };
  await queueNews(trx, app, { about: envelopeId, tgUserId: senderId, kind: "thanks", params, waitMs: GATHERED_FOR_MS });
}
