import type { Schema } from "#server/db/schema.ts";
import { findNotification, type NotificationKind } from "./notificationKind.ts";
import type { Kysely } from "kysely";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { GAP_MS, MAX_WAITING } from "#server/outbox/queues.ts";
import { queueMoneyLetters } from "./queueMoneyLetters.ts";

interface NewNotification {
  tgUserId: bigint;
  kind: NotificationKind;
  /** Values of the text; `coinType` becomes the coin's label. No secrets: the messenger can read them. */
  params: Readonly<Record<string, string>>;
  /** An id of its own: it is queued once, as long as messages are kept. */
  id?: string;
  /** How long it waits, so that more can be told in it. */
  waitMs?: number;
}

/**
 * Queues a private message of the bot inside the caller's transaction. Delivery never affects money. A message is queued
 * once while it waits. A person with MAX_WAITING waiting messages gets only warnings, and what is about money: that is
 * told each time.
 */
export async function queueNotification(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  { tgUserId, kind, params, id, waitMs = 0 }: NewNotification,
): Promise<void> {
  const at = app.clock.now();
  const { isWarning = false, money: change } = findNotification(kind);
  const notificationId = id ?? createId(app.random);
  if (change !== undefined) {
    return queueMoneyLetters(trx, app, { tgUserId, kind, change, letters: [{ notificationId, params }], waitMs });
  }
  const waiting = await trx
    .selectFrom("letter")
    .select(["kind", "payload", "due_at"])
    .where("tg_user_id", "=", tgUserId)
    .where("is_urgent", "=", isWarning)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .orderBy("due_at", "desc")
    .limit(MAX_WAITING)
    .execute();
  const isRepeat = waiting.some((row) => row.kind === kind && hasValues(row.payload, params));
  if (isRepeat || (!isWarning && waiting.length >= MAX_WAITING)) return;
  const [last] = waiting;
  const earliest = new Date(at.getTime() + waitMs);
  const afterLast = last === undefined ? earliest : new Date(last.due_at.getTime() + GAP_MS);
  await trx
    .insertInto("letter")
    .values({
      queue: "notification",
      letter_id: notificationId,
      taker: String(tgUserId),
      kind,
      payload: JSON.stringify(params),
      is_urgent: isWarning,
      created_at: at,
      due_at: afterLast > earliest ? afterLast : earliest,
    })
    .onConflict((conflict) => conflict.columns(["queue", "letter_id"]).doNothing())
    .execute();
}

function hasValues(stored: unknown, params: Readonly<Record<string, string>>): boolean {
  const known = stored as Readonly<Record<string, string>>;
  const names = Object.keys(params);
  return names.length === Object.keys(known).length && names.every((name) => known[name] === params[name]);
}

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
