import type { MessageId } from "#domain/copyTexts.ts";
import type { CoverId } from "#domain/covers.ts";
import type { App } from "#server/app.ts";
import { type Look, readLook } from "./readLook.ts";

/** Selects a cover or a text for future envelopes, and returns the current choice. */
export async function changeLook(
  app: App,
  tgUserId: bigint,
  change: { cover_id: CoverId } | { message_id: MessageId },
): Promise<Look> {
  await app.database.kysely
    .updateTable("tg_user")
    .set({ ...change, updated_at: app.clock.now() })
    .where("tg_user_id", "=", tgUserId)
    .execute();
  return readLook(app.database.kysely, tgUserId);
}
