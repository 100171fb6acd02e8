import type { Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { MESSAGE_IDS, type MessageId, toMessageId } from "#domain/copyTexts.ts";
import { COVER_IDS, type CoverId, toCoverId } from "#domain/covers.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import type { Schema } from "#server/db/schema.ts";
import { readTexts } from "#server/readTexts.ts";
import { findWords } from "./findWords.ts";

export type Look = components["schemas"]["CoverAndMessage"];

/** The cover and the text of a person's envelopes if a send names none. */
export async function readLook(database: Kysely<Schema>, tgUserId: bigint): Promise<Look> {
  const row = await database
    .selectFrom("tg_user")
    .select(["cover_id", "message_id"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  return { coverId: toCoverId(row.cover_id), messageId: toMessageId(row.message_id) };
}

/** Selects a cover or a text for future envelopes, and returns the current choice. */
async function changeLook(
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

/** Every cover with its title in the caller's language; one is selected. */
export function listCovers(language: Language, inUseId: CoverId): components["schemas"]["Cover"][] {
  return COVER_IDS.map((coverId) => ({
    coverId,
    title: findCoverTitle(language, coverId),
    imageUrl: `/covers/${coverId}.svg`,
    inUse: coverId === inUseId,
  }));
}

/** Every preset text with its title, both in the caller's language; one is selected. */
export function listTexts(language: Language, inUseId: MessageId): components["schemas"]["CopyText"][] {
  return MESSAGE_IDS.map((messageId) => ({
    messageId,
    title: findTextTitle(language, messageId),
    text: findWords(language, "", messageId),
    inUse: messageId === inUseId,
  }));
}

export const redEnvelopeCoverAndMessage: Handler<"redEnvelopeCoverAndMessage"> = ({ user }, app) =>
  readLook(app.database.kysely, user.tgUserId);

export const coverList: Handler<"coverList"> = async ({ user, language }, app) => {
  const { coverId } = await readLook(app.database.kysely, user.tgUserId);
  return { coverImgs: listCovers(language, coverId) };
};

export const textList: Handler<"textList"> = async ({ user, language }, app) => {
  const { messageId } = await readLook(app.database.kysely, user.tgUserId);
  return { coverImgs: listTexts(language, messageId) };
};

export const updateRedEnvelopeCover: Handler<"updateRedEnvelopeCover"> = ({ user, body }, app) =>
  changeLook(app, user.tgUserId, { cover_id: body.coverId });

export const updateRedEnvelopeMessage: Handler<"updateRedEnvelopeMessage"> = ({ user, body }, app) =>
  changeLook(app, user.tgUserId, { message_id: body.messageId });

interface Titles {
  coverTitle: Readonly<Record<CoverId, string>>;
  textTitle: Readonly<Record<MessageId, string>>;
}

const TITLES = readTexts<Titles>("personal");

function findCoverTitle(language: Language, coverId: CoverId): string {
  return TITLES[language].coverTitle[coverId];
}

function findTextTitle(language: Language, messageId: MessageId): string {
  return TITLES[language].textTitle[messageId];
}
