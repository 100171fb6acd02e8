import { toLanguage } from "#domain/language/toLanguage.ts";
import type { App } from "#server/app.ts";
import { selectClaims } from "#server/envelopes/wire/wire.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import type { SendOutcome } from "#server/bot/botApi.ts";
import { type BestLuck, renderEnvelopeMessage, type ShownEnvelope } from "./envelopeMessage.ts";
import type { GroupGate } from "./groupGate.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";

/** Minimum time between two edits of an envelope's message. */
const EDIT_GAP_MS = 3_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

type Post = NonNullable<Awaited<ReturnType<typeof readPost>>>;

/**
 * Updates one envelope's message in its group: posts it, or edits it to the current counter. The post stays due until
 * the group shows the database's state, so the last state always arrives.
 */
export async function postEnvelope(app: App, gate: GroupGate, envelopeId: string): Promise<void> {
  const post = await readPost(app, envelopeId);
  if (post === undefined) return;
  const now = app.clock.now();
  const turnMs = gate.nextTurnMs(post.chat_id, now.getTime());
  if (turnMs > now.getTime()) return delayPost(app, envelopeId, new Date(turnMs));

  const message = renderEnvelopeMessage(app, toLanguage(post.lang), toShown(post, await readBestLuck(app, post)));
  // The new text equals the shown one: nothing to send.
  if (post.message_id !== null && post.posted_text === message.html)
    return finish(app, post, post.message_id, message.html);
  const isPostable = post.message_id !== null || (await isSenderInChat(app, post));
  if (isPostable === null) return delayPost(app, envelopeId, new Date(now.getTime() + FIRST_WAIT_MS));
  if (!isPostable) return giveUp(app, post, "the sender is not in the group");

  gate.noteSent(post.chat_id, now.getTime());
  const outcome: SendOutcome =
    post.message_id === null
      ? await app.telegram.sendMessage(post.chat_id, message)
      : await app.telegram.editMessageText(post.chat_id, post.message_id, message);
  switch (outcome.kind) {
    case "sent":
      return finish(app, post, outcome.messageId, message.html);
    case "refused":
      return giveUp(app, post, outcome.reason);
    case "retry": {
      const waitMs = outcome.retryAfterMs ?? Math.min(FIRST_WAIT_MS * 2 ** post.attempts, LONGEST_WAIT_MS);
      const until = new Date(app.clock.now().getTime() + waitMs);
      if (outcome.retryAfterMs !== null) gate.close(post.chat_id, until.getTime());
      return delayPost(app, envelopeId, until, outcome.reason);
    }
  }
}

function readPost(app: App, envelopeId: string) {
  return app.database.kysely
    .selectFrom("group_post")
    .innerJoin("envelope", "envelope.envelope_id", "group_post.envelope_id")
    .innerJoin("tg_user", "tg_user.tg_user_id", "envelope.sender_id")
    .innerJoin("chat", "chat.chat_id", "group_post.chat_id")
    .select([
      "group_post.envelope_id",
      "group_post.chat_id",
      "group_post.message_id",
      "group_post.posted_text",
      "group_post.attempts",
      "envelope.sender_id",
      "envelope.status",
      "envelope.type",
      "envelope.coin_type",
      "envelope.total_base",
      "envelope.count",
      "envelope.claimed_count",
      "envelope.best_base",
      "envelope.remark",
      "envelope.message_id as wish_id",
      "tg_user.first_name",
      "tg_user.last_name",
      "tg_user.photo_url",
      "tg_user.lang",
      "chat.title",
    ])
    .where("group_post.envelope_id", "=", envelopeId)
    .where("group_post.failed_at", "is", null)
    .executeTakeFirst();
}

function toShown(post: Post, bestLuck: BestLuck | null): ShownEnvelope {
  return {
    envelopeId: post.envelope_id,
    chatId: post.chat_id,
    senderName: toPerson(post).name,
    type: post.type,
    coinType: post.coin_type,
    totalBase: post.total_base,
    count: post.count,
    claimedCount: post.claimed_count,
    remark: post.remark,
    messageId: post.wish_id,
    state: post.status === "open" || post.status === "finished" ? post.status : "expired",
    bestLuck,
  };
}

/** Known only when every share is claimed, and shown for more than one, as in the app. */
async function readBestLuck(app: App, post: Post): Promise<BestLuck | null> {
  if (post.type !== "luckyDraw" || post.status !== "finished" || post.count < 2 || post.best_base === null) return null;
  const best = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", post.envelope_id)
    .where("claim.amount_base", "=", post.best_base)
    .orderBy("claim.slot")
    .execute();
  return { names: best.map((claim) => toPerson(claim).name), amountBase: post.best_base };
}

/** null if the messenger is unreachable. */
async function isSenderInChat(app: App, post: Post): Promise<boolean | null> {
  try {
    return await app.telegram.isChatMember(post.chat_id, post.sender_id);
  } catch {
    return null;
  }
}

/** Stores what the group shows now. The post stays due if the envelope has changed meanwhile. */
async function finish(app: App, post: Post, messageId: bigint, html: string): Promise<void> {
  const nextAttemptAt = new Date(app.clock.now().getTime() + EDIT_GAP_MS);
  await app.database.kysely.transaction().execute(async (trx) => {
    // A claim marks the post inside its own transaction: after this lock, either its counter is visible or its mark
    // comes later.
    await trx
      .selectFrom("group_post")
      .select("envelope_id")
      .where("envelope_id", "=", post.envelope_id)
      .forUpdate()
      .execute();
    const envelope = await trx
      .selectFrom("envelope")
      .select(["status", "claimed_count"])
      .where("envelope_id", "=", post.envelope_id)
      .executeTakeFirstOrThrow();
    const hasGoneOn = envelope.status !== post.status || envelope.claimed_count !== post.claimed_count;
    await trx
      .updateTable("group_post")
      .set({
        message_id: messageId,
        posted_text: html,
        is_stale: hasGoneOn,
        attempts: 0,
        last_error: null,
        next_attempt_at: nextAttemptAt,
      })
      .where("envelope_id", "=", post.envelope_id)
      .execute();
  });
}

/** Sets a post back; one that failed says why. */
export async function delayPost(app: App, envelopeId: string, until: Date, reason?: string): Promise<void> {
  await app.database.kysely
    .updateTable("group_post")
    .set((set) => ({
      next_attempt_at: until,
      ...(reason === undefined ? {} : { attempts: set("attempts", "+", 1), last_error: reason }),
    }))
    .where("envelope_id", "=", envelopeId)
    .execute();
}

/** The messenger refuses it permanently. The sender is notified if the group has seen nothing of the envelope. */
async function giveUp(app: App, post: Post, reason: string): Promise<void> {
  app.logger.warn({ envelopeId: post.envelope_id, chatId: String(post.chat_id), reason }, "a group post was given up");
  await app.database.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("group_post")
      .set({ failed_at: app.clock.now(), last_error: reason })
      .where("envelope_id", "=", post.envelope_id)
      .execute();
    if (post.message_id !== null) return;
    await queueNotification(trx, app, {
      tgUserId: post.sender_id,
      kind: "notPosted",
      params: { title: post.title, envelopeId: post.envelope_id },
    });
  });
}
