import type { ErrorKey } from "#contract/errors.ts";
import { COINS } from "#domain/coins.ts";
import { toWireLanguage } from "#server/accounts/language.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { claimFor } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { keepOpening } from "#server/envelopes/claim/openings.ts";
import type { BotMessage } from "#server/messenger/botApi.ts";
import { type BotTextKey, tellHtml, tellPlain } from "#server/messenger/botText.ts";
import { linkWriter } from "#server/messenger/chats.ts";
import { formatAppLink, formatStartParam } from "#server/messenger/startParams.ts";
import type { PromptDesk } from "./PromptDesk.ts";
import { readLanguage } from "./readLanguage.ts";
import type { AskedPrompt } from "./readPrompt.ts";

type AskedOpen = Extract<AskedPrompt, { kind: "open" }>;

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
 * Claims with the passphrase of `/open`, as the app does, and tells only the one who asked. What all have seen is deleted
 * where the bot may, and answered in private, else with a link to the app.
 */
export async function answerOpen(app: App, desk: PromptDesk, asked: AskedOpen): Promise<void> {
  const { from, chatId, messageId, prompt } = asked;
  const userId = BigInt(from.id);
  const isSeen = chatId < 0n && prompt === null;
  if (isSeen) await app.telegram.deleteMessage(chatId, messageId);
  const { answer, isRepeat } = desk.recall(`open:${from.id}`, async () => ({
    passphrase: asked.passphrase,
    message: await claim(app, asked),
  }));
  const given = await answer;
  // Somebody who sends one phrase after the other waits; nothing is asked for them.
  const isHasty = isRepeat && given.passphrase !== asked.passphrase;
  const message = isHasty ? { html: tellHtml(await readLanguage(app, from), "open.tooMany") } : given.message;
  if (prompt !== null) await app.telegram.sendEphemeral(chatId, userId, message, prompt);
  else {
    const sent = await app.telegram.sendMessage(userId, message);
    if (isSeen && sent.kind !== "sent" && !isRepeat) await pointToApp(app, asked);
  }
}

async function claim(app: App, { from, chatId, passphrase }: AskedOpen): Promise<BotMessage> {
  const language = await readLanguage(app, from);
  await meet(app, from, chatId);
  try {
    // A network does not stand behind a message, so the person's own limit counts alone.
    const asked = { tgUserId: BigInt(from.id), passphrase, ip: `messenger.${from.id}` };
    const { claim: won, alreadyClaimed } = await claimFor(app, asked);
    if (!alreadyClaimed) await keepOpening(app, { envelopeId: won.envelopeId, tgUserId: asked.tgUserId });
    return {
      html: tellHtml(language, alreadyClaimed ? "open.again" : "open.won", {
        amount: won.amount,
        coin: COINS[won.coinType].ticker,
      }),
      button: {
        text: tellPlain(language, "open.see"),
        url: formatAppLink(app, formatStartParam("claim", won.envelopeId)),
      },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { html: tellHtml(language, REFUSALS[error.key] ?? "open.unavailable") };
  }
}

/** Who writes in a group is in it, and may have never opened the app. */
async function meet(app: App, from: AskedOpen["from"], chatId: bigint): Promise<void> {
  const at = app.clock.now();
  const tgUserId = BigInt(from.id);
  const { username = null, first_name, last_name = null, language_code: languageCode = "en" } = from;
  await app.database.kysely
    .insertInto("tg_user")
    .values({
      tg_user_id: tgUserId,
      username,
      first_name,
      last_name,
      lang: toWireLanguage(languageCode),
      allows_write_to_pm: false,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (chatId < 0n) await linkWriter(app, chatId, tgUserId);
}

/** In the group, without a word of what was claimed. */
async function pointToApp(app: App, { from, chatId }: AskedOpen): Promise<void> {
  const language = await readLanguage(app, from);
  await app.telegram.sendMessage(chatId, {
    html: tellHtml(language, "open.inApp"),
    button: {
      text: tellPlain(language, "open.see"),
      url: formatAppLink(app, null),
    },
  });
}
