import type { App } from "#server/app.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import type { BotMessage, SendOutcome } from "./botApi.ts";
import { isClosedTopic } from "./forumTopics.ts";
import type { GroupGate } from "./groupGate.ts";

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
export async function writePost(app: App, gate: GroupGate, writing: Writing): Promise<Written> {
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
