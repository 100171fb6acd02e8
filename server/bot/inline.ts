import type { User } from "grammy/types";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { InlineOffer } from "#server/messenger/botApi.ts";
import { nameAmount, sanitizeText, tellPlain } from "#server/messenger/botText.ts";
import { renderEnvelopeMessage } from "#server/messenger/envelopeMessage.ts";
import { type EnvelopeRow, selectEnvelopes } from "#server/records/wire.ts";
import type { PromptDesk } from "./PromptDesk.ts";
import { readLanguage } from "./texts.ts";

/** How many are offered; the app lists all of them. */
const MOST = 10;

/**
 * Offers the open envelopes of the person who types the bot's name in a chat, and a button to send a new one. The words
 * after the name are ignored.
 */
export async function answerInline(
  app: App,
  desk: PromptDesk,
  { from, queryId }: { from: User; queryId: string },
): Promise<void> {
  const { language, offers } = await desk.recall(`inline:${from.id}`, async () => {
    const chosen = await readLanguage(app, from);
    const envelopes = await readOpen(app, BigInt(from.id));
    return { language: chosen, offers: envelopes.map((envelope) => toOffer(app, chosen, envelope)) };
  }).answer;
  const url = new URL("/sendPacket", app.config.publicUrl).href;
  await app.telegram.answerInline(queryId, offers, { text: tellPlain(language, "inline.send"), url });
}

function readOpen({ database, clock }: App, senderId: bigint): Promise<EnvelopeRow[]> {
  return selectEnvelopes(database.kysely)
    .where("sender_id", "=", senderId)
    .where("is_summed", "=", false)
    .where("status", "=", "open")
    .where("expires_at", ">", clock.now())
    .orderBy("opened_at", "desc")
    .limit(MOST)
    .execute();
}

function toOffer(app: App, language: Language, envelope: EnvelopeRow): InlineOffer {
  const { coin_type: coinType, total_base: totalBase, count, claimed_count: claimedCount } = envelope;
  const words = findWords(language, envelope.remark, envelope.message_id);
  const { amount, coin } = nameAmount(language, coinType, totalBase);
  return {
    ...renderEnvelopeMessage(app, language, envelope),
    id: envelope.envelope_id,
    title: `🧧 ${amount} ${coin}`,
    description: `${tellPlain(language, "envelope.remaining", {
      remaining: String(count - claimedCount),
      count: String(count),
    })} · ${sanitizeText(words)}`,
  };
}
