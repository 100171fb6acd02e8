import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";

interface News {
  /** Of whom or what it tells: with its kind it is its id, so nobody is told twice. */
  about: string;
  tgUserId: bigint;
  kind: Extract<NotificationKind, "live" | "allLive" | "hourLeft" | "refunded" | "thanks">;
  params: Readonly<Record<string, string>>;
  /** How long it waits, so that more can be told in it. */
  waitMs?: number;
}

/** Queues what a sender is told of an envelope, once, inside the caller's transaction; nothing for who wants no messages. */
export async function queueNews(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  { about, tgUserId, kind, ...rest }: News,
): Promise<void> {
  const listener = await trx
    .selectFrom("tg_user")
    .select("tg_user_id")
    .where("tg_user_id", "=", tgUserId)
    .where("allows_write_to_pm", "=", true)
    .where("allows_notifications", "=", true)
    .executeTakeFirst();
  if (listener === undefined) return;
  await queueNotification(trx, app, { ...rest, tgUserId, kind, id: `${kind}:${about}` });
}
