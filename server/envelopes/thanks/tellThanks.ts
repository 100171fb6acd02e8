import type { Kysely, Selectable } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { queueNews } from "#server/messenger/queueNews.ts";

/** Thanks are gathered this long and told in one message. */
const GATHERED_FOR_MS = 30_000;
/** Shorter than messages are kept, so that nobody is told twice. */
const TOLD_FOR_MS = 7 * 24 * 60 * 60 * 1000;

type Thank = Pick<Selectable<Schema["claim"]>, "envelope_id" | "tg_user_id" | "claimed_at">;

/**
 * Queues the one message of an envelope that tells its sender who thanks. Where it was dropped, as all had taken their
 * thanks back, the next one queues it anew.
 */
export async function tellThanks(trx: Kysely<Schema>, app: App, thank: Thank): Promise<void> {
  const { envelope_id: envelopeId } = thank;
  if (app.clock.now().getTime() - thank.claimed_at.getTime() > TOLD_FOR_MS) return;
  const { sender_id: senderId } = await trx
    .selectFrom("envelope")
    .select("sender_id")
    .where("envelope_id", "=", envelopeId)
    .executeTakeFirstOrThrow();
  if (senderId === thank.tg_user_id) return;
  await trx
    .deleteFrom("notification")
    .where("notification_id", "=", `thanks:${envelopeId}`)
    .where("sent_at", "is", null)
    .where("failed_at", "is not", null)
    .where("last_error", "is", null)
    .execute();
  const params = { envelopeId };
  await queueNews(trx, app, { about: envelopeId, tgUserId: senderId, kind: "thanks", params, waitMs: GATHERED_FOR_MS });
}
