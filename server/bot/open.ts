import { sql } from "kysely";
import type { ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { chooseLanguage, type Language, toLanguage } from "#domain/language/language.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { toWireLanguage } from "#server/accounts/language.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { claimFor } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { keepOpening } from "#server/envelopes/claim/openings.ts";
import type { Greeting } from "#server/messenger/answers.ts";
import { type BotMessage, keepPerBot } from "#server/messenger/botApi.ts";
import { writeFrom } from "#server/messenger/forumTopics.ts";
import { type BotTextKey, tellHtml, tellLink } from "#server/messenger/botText.ts";
import { formatChatStartParam, formatStartParam } from "#server/messenger/startParams.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import type { PromptDesk } from "./PromptDesk.ts";
import { type Asked, readLanguage, requireSent, tellAlone } from "./texts.ts";

interface AskedOpen extends Asked {
  passphrase: string;
  messageId: number;
}

/** What a claim that failed is told as; any other failure as `unavailable`. */
const REFUSALS: Partial<Record<ErrorKey, BotTextKey>> = {
  wrongPassphrase: "open.wrong",
  invalidRequest: "open.usage",
  tooManyTries: "open.tooMany",
  soldOut: "open.soldOut",
  envelopeExpired: "open.expired",
  ownEnvelope: "open.own",
};

/**
 * Claims with the passphrase of `/open`, as the app does, and tells only the one who asked: the same again for the same
 * phrase. What all have seen is deleted where the bot may. What cannot be told to them alone is a link to the app.
 */
export async function answerOpen(app: App, desk: PromptDesk, asked: AskedOpen): Promise<void> {
  const { from, chatId, messageId, prompt } = asked;
  const isSeen = chatId < 0n && prompt === null;
  if (isSeen) await app.telegram.deleteMessage(chatId, messageId);
  const question = `open:${from.id}:${chatId}:${keyOf(asked.passphrase)}`;
  const { answer, isRepeat } = desk.recall(question, () => claim(app, asked));
  const message = await answer;
  const isTold = await tellAlone(app, asked, message);
  if (!isTold && chatId < 0n && !isRepeat) await pointToApp(app, asked);
}

/** Equal for all spellings of a phrase; of one that no envelope can have, it is the phrase. */
function keyOf(passphrase: string): string {
  const tried = readTriedKey(passphrase);
  return typeof tried === "string" ? passphrase : tried.key;
}

async function claim(app: App, { from, chatId, passphrase }: AskedOpen): Promise<BotMessage> {
  const { language, isLeaving } = await meet(app, from, chatId);
  if (isLeaving) return { html: tellHtml(language, "open.unavailable") };
  try {
    // A network does not stand behind a message, so the person's own limit counts alone.
    const asked = { tgUserId: BigInt(from.id), passphrase, ip: `messenger.${from.id}`, language, chatId };
    const { claim: won, entry, envelope, alreadyClaimed } = await claimFor(app, asked);
    if (won === null) return tellEntry(app, language, entry, envelope.envelopeId);
    if (!alreadyClaimed) await keepOpening(app, { envelopeId: won.envelopeId, tgUserId: asked.tgUserId });
    return {
      html: tellHtml(language, alreadyClaimed ? "open.again" : "open.won", {
        amount: formatAmountText(won.amount, language),
        coin: COINS[won.coinType].ticker,
      }),
      button: tellLink(app, language, "open.see", formatStartParam("claim", won.envelopeId)),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { html: tellHtml(language, REFUSALS[error.key] ?? "open.unavailable") };
  }
}

/** The place in a draw for all; who lost is told so as often as they ask. */
function tellEntry(
  app: App,
  language: Language,
  entry: components["schemas"]["Entry"] | null,
  envelopeId: string,
): BotMessage {
  const params = { place: String(entry?.place ?? 0), entries: String(entry?.entries ?? 0) };
  const key = entry?.status === "waiting" ? "open.entered" : entry?.status === "undrawn" ? "open.undrawn" : "open.lost";
  return {
    html: tellHtml(language, key, params),
    button: tellLink(app, language, "open.see", formatStartParam("claim", envelopeId)),
  };
}

/**
 * Who writes in a group is in it, and may have never opened the app. Returns the person's language; one statement.
 * `isLeaving`: the account is being deleted, and what it gets now would be nobody's.
 */
async function meet(
  { database, clock }: App,
  from: AskedOpen["from"],
  chatId: bigint,
): Promise<{ language: Language; isLeaving: boolean }> {
  const { id, username = null, first_name: firstName, last_name: lastName = null } = from;
  const lang = toWireLanguage(chooseLanguage(from.language_code ?? null));
  const at = clock.now();
  const { rows } = await sql<{ lang: string; is_leaving: boolean }>`
    with met as (
      insert into tg_user (tg_user_id, username, first_name, last_name, lang, created_at, updated_at)
      values (${id}, ${username}, ${firstName}, ${lastName}, ${lang}, ${at}, ${at})
      on conflict do nothing returning lang
    ),
    linked as (
      insert into chat_link (tg_user_id, chat_id, linked_at)
      select ${id}, chat_id, ${at}::timestamptz from chat where chat_id = ${chatId} on conflict do nothing
    )
    select lang, false as is_leaving from met
    union all select lang, leaving_as is not null from tg_user where tg_user_id = ${id}
  `.execute(database.kysely);
  const [known = { lang, is_leaving: false }] = rows;
  return { language: toLanguage(known.lang), isLeaving: known.is_leaving };
}

/** In the group, without a word of what was claimed. */
async function pointToApp(app: App, { from, chatId, threadId }: AskedOpen): Promise<void> {
  const language = await readLanguage(app, from);
  const message = { html: tellHtml(language, "open.inApp"), button: tellLink(app, language, "open.see", null) };
  requireSent(await writeFrom(app, { chatId, threadId }, message));
}

/** Half of what the messenger allows in a group: the rest is for posts. */
const MOST_A_MINUTE = 10;

const findGate = keepPerBot(() => new GroupGate(MOST_A_MINUTE));

/**
 * Answers `/open` of a chat, a bot or a forwarded message: whoever stands behind it opens the envelope as themselves. The
 * phrase is not looked up, so the answer is the same for each; what all have seen is deleted where the bot may.
 * `writtenId` is the message, if it was written there and all saw it.
 */
export async function answerNobody(
  app: App,
  { chatId, threadId, writtenId }: Pick<Asked, "chatId" | "threadId"> & { writtenId: number | null },
): Promise<void> {
  if (writtenId !== null) await app.telegram.deleteMessage(chatId, writtenId);
  const language = await readChatLanguage(app, chatId);
  const startParam = chatId < 0n ? formatChatStartParam(app.config.appSecrets, chatId, threadId) : null;
  const message = {
    html: tellHtml(language, "open.asYourself"),
    button: tellLink(app, language, "open.see", startParam),
  };
  const outcome = await findGate(app).send(app, chatId, () => writeFrom(app, { chatId, threadId }, message));
  if (outcome.kind !== "later") requireSent(outcome);
}

/** The language in which the chat was greeted. */
async function readChatLanguage({ database }: App, chatId: bigint): Promise<Language> {
  const greeted = await database.kysely
    .selectFrom("letter")
    .select("payload")
    .where("queue", "=", "bot_answer")
    .where("letter_id", "=", String(chatId))
    .executeTakeFirst();
  return toLanguage((greeted?.payload as Greeting | undefined)?.language ?? "en");
}
