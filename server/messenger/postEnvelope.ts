import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { toLanguage } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { readBestLuck, readShares, toPicture } from "./shownEnvelope.ts";
import { renderEnvelopeMessage } from "./envelopeMessage.ts";
import type { BotMessage, SendOutcome } from "./botApi.ts";
import { isClosedTopic, linkMessage, listTopics, tryTopics } from "./forumTopics.ts";
import type { GroupGate } from "./groupGate.ts";
import { findPresentChat, moveChat } from "./moveChat.ts";
import { askMember, isUnanswered } from "./memberships.ts";
import type { Delivery } from "#server/outbox/deliver.ts";
import { queueNotification } from "./queueNotification.ts";

/** Minimum time between two edits of an envelope's message. */
const EDIT_GAP_MS = 3_000;
type Post = Awaited<ReturnType<typeof readPost>>;

/**
 * Updates one envelope's message in its group: posts it, or edits it to the current counter. The post stays due until
 * the group shows the database's state, so the last state always arrives.
 */
export async function postEnvelope(app: App, gate: GroupGate, envelopeId: string): Promise<Delivery> {
  const post = await readPost(app, envelopeId);
  const { chat_id: chatId, message_id: messageId, shown_seal: shownSeal } = post;
  const language = toLanguage(post.lang);
  const envelope = { ...post, message_id: post.wish_id };
  const bestLuck = await readBestLuck(app, language, post);
  const shares = post.status === "open" ? [] : await readShares(app, language, envelopeId);
  const message: BotMessage = renderEnvelopeMessage(app, language, envelope, { chatId, bestLuck, shares });
  const picture = toPicture(language, envelope, bestLuck);
  // A forgotten text is one of somebody whose name may no longer be shown, which the picture has as well.
  const mustForget = shownSeal !== null && post.posted_text === null;
  const isPictureDue = messageId === null || mustForget || (shownSeal !== null && shownSeal !== picture.seal);
  // The group sees what it is to see: nothing to send.
  if (!isPictureDue && post.posted_text === message.html) return finish(app, post, messageId, message.html, shownSeal);

  if (messageId === null) {
    const sender = await askMember(app, chatId, post.sender_id, true);
    if (isUnanswered(sender)) return { kind: "retry", retryAfterMs: null, reason: "the messenger does not answer" };
    if (sender.membership !== "yes")
      return refuse(app, post, "the messenger does not say that the sender is in the group");
    // The question may have told that the group has moved, with what waits for it.
    if ((await findPresentChat(app, chatId)) !== chatId) return { kind: "later", until: app.clock.now() };
  }

  const drawn = isPictureDue ? await app.pictures.draw(picture) : null;
  if (mustForget && drawn === null)
    return { kind: "retry", retryAfterMs: null, reason: "the picture could not be drawn" };
  const due = drawn === null ? null : { seal: picture.seal, picture: drawn };
  const write = (threadId: bigint | null) =>
    gate.send(app, chatId, () =>
      writePost(app, gate, { chatId, messageId, message: { ...message, threadId }, shownSeal, due }),
    );
  // An edit stays where the message is.
  const topics = messageId === null ? await listTopics(app, chatId, post.sender_id) : [null];
  const { outcome, threadId, isFirst } = await tryTopics(topics, write);
  if (outcome.kind === "sent" && !isFirst) await tellPlace(app, post, threadId, outcome.messageId);
  if (outcome.kind === "sent") return finish(app, post, outcome.messageId, message.html, outcome.seal);
  if (outcome.kind === "moved") return followMove(app, post, outcome.toChatId);
  if (outcome.kind !== "refused" && outcome.kind !== "forbidden") return outcome;
  // In the group that it was before, a message may be edited no more.
  if (messageId !== null && post.group_id !== null && post.group_id !== chatId) return postAnew(app, post);
  const isClosed = outcome.kind === "refused" && isClosedTopic(outcome.reason);
  return refuse(app, post, outcome.reason, isClosed ? "topicsClosed" : "notPosted");
}

/** The group has another id: what waits is posted there, and what is posted is posted there anew, once. */
async function followMove(app: App, post: Post, toChatId: bigint): Promise<Delivery> {
  await moveChat(app, post.chat_id, toChatId);
  if (post.message_id !== null) return postAnew(app, { ...post, group_id: await findPresentChat(app, post.chat_id) });
  return { kind: "later", until: app.clock.now() };
}

async function postAnew(app: App, post: Post): Promise<Delivery> {
  const { group_id: groupId, chat_id: chatId, envelope_id: envelopeId } = post;
  if (groupId === null || groupId === chatId) return refuse(app, post, "the message cannot be edited");
  await app.database.kysely
    .updateTable("group_post")
    .set({ chat_id: groupId, message_id: null, posted_text: null, shown_seal: null })
    .where("envelope_id", "=", envelopeId)
    .execute();
  return { kind: "later", until: app.clock.now() };
}

/** It stands elsewhere than where the sender came from. */
async function tellPlace(app: App, post: Post, threadId: bigint | null, messageId: bigint): Promise<void> {
  const link = linkMessage({ chatId: post.chat_id, username: post.username }, messageId) ?? "";
  await queueNotification(app.database.kysely, app, {
    tgUserId: post.sender_id,
    kind: threadId === null ? "inGeneral" : "inOtherTopic",
    params: { title: post.title, envelopeId: post.envelope_id, link },
  });
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
      "group_post.shown_seal",
      "envelope.sender_id",
      "envelope.chat_id as group_id",
      "envelope.status",
      "envelope.ended_at",
      "envelope.expires_at",
      "envelope.type",
      "envelope.draw_rule",
      "envelope.draw_window_s",
      "envelope.coin_type",
      "envelope.total_base",
      "envelope.count",
      "envelope.claimed_count",
      "envelope.best_base",
      "envelope.remark",
      "envelope.cover_id",
      "envelope.message_id as wish_id",
      "envelope.conditions",
      "tg_user.first_name",
      "tg_user.last_name",
      "tg_user.photo_url",
      "tg_user.lang",
      "chat.title",
      "chat.username",
    ])
    .where("group_post.envelope_id", "=", envelopeId)
    .executeTakeFirstOrThrow();
}

/** Stores what the group shows now. The post stays due if the envelope has changed meanwhile. */
async function finish(
  app: App,
  post: Post,
  messageId: bigint,
  html: string,
  seal: Post["shown_seal"],
): Promise<Delivery> {
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
        shown_seal: seal,
        is_stale: hasGoneOn,
        due_at: nextAttemptAt,
      })
      .where("envelope_id", "=", post.envelope_id)
      .execute();
  });
  return { kind: "sent" };
}

/** The messenger refuses it permanently. The sender is notified if the group has seen nothing of the envelope. */
async function refuse(
  app: App,
  post: Post,
  reason: string,
  kind: "notPosted" | "topicsClosed" = "notPosted",
): Promise<Delivery> {
  // Somebody has removed the message, or the bot.
  if (post.message_id !== null) {
    await app.database.kysely
      .updateTable("group_post")
      .set({ is_stale: false })
      .where("envelope_id", "=", post.envelope_id)
      .execute();
    return { kind: "dropped", reason };
  }
  await queueNotification(app.database.kysely, app, {
    tgUserId: post.sender_id,
    kind,
    params: { title: post.title, envelopeId: post.envelope_id },
  });
  return { kind: "refused", reason };
}

type Seal = EnvelopePicture["seal"];

interface Writing {
  chatId: bigint;
  /** Null: nothing is in the group yet. */
  messageId: bigint | null;
  message: BotMessage;
  /** On the picture that the group sees; null: it sees a text, or nothing yet. */
  shownSeal: Seal | null;
  /** The one to show, with its picture; null where it is shown, or could not be drawn. */
  due: { seal: Seal; picture: Buffer } | null;
}

/** What became of it, and which seal the group sees then. */
type Written = Exclude<SendOutcome, { kind: "sent" }> | { kind: "sent"; messageId: bigint; seal: Seal | null };

/** Posts an envelope, or edits its post: a picture stays a picture, and a text a text. */
async function writePost(app: App, gate: GroupGate, writing: Writing): Promise<Written> {
  const { chatId, messageId, message, shownSeal, due } = writing;
  const { telegram } = app;
  if (messageId === null)
    return due === null ? withSeal(null, telegram.sendMessage(chatId, message)) : post(app, gate, { ...writing, due });
  if (shownSeal === null) return withSeal(null, telegram.editMessageText(chatId, messageId, message));
  if (due === null) return withSeal(shownSeal, telegram.editCaption(chatId, messageId, message));
  return withSeal(due.seal, telegram.editPhoto(chatId, messageId, due.picture, message));
}

/** A group that allows no photos gets a text. */
async function post(
  { telegram, logger, clock }: App,
  gate: GroupGate,
  { chatId, message, due }: Writing & { due: NonNullable<Writing["due"]> },
): Promise<Written> {
  const written = await withSeal(due.seal, telegram.sendPhoto(chatId, due.picture, message));
  if (written.kind !== "refused" || isClosedTopic(written.reason)) return written;
  logger.warn({ reason: written.reason }, "a group took no picture");
  gate.noteSent(chatId, clock.now().getTime());
  return withSeal(null, telegram.sendMessage(chatId, message));
}

async function withSeal(seal: Seal | null, sending: Promise<SendOutcome>): Promise<Written> {
  const outcome = await sending;
  return outcome.kind === "sent" ? { ...outcome, seal } : outcome;
}
