import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import type { Schema } from "#server/db/schema.ts";
import type { NotificationKind } from "./notificationKind.ts";

interface NewNotification {
  tgUserId: bigint;
  kind: NotificationKind;
  /** Values of the text; `coinType` becomes the coin's label. No secrets: the messenger reads them. */
  params: Readonly<Record<string, string>>;
}

/** Queues a private message of the bot inside the caller's transaction. Whether it can be delivered never matters to money. */
export async function queueNotification(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  { tgUserId, kind, params }: NewNotification,
): Promise<void> {
  const at = app.clock.now();
  await trx
    .insertInto("notification")
    .values({
      notification_id: createId(app.random),
      tg_user_id: tgUserId,
      kind,
      params: JSON.stringify(params),
      created_at: at,
      next_attempt_at: at,
    })
    .execute();
}
