import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { BotMessage } from "#server/messenger/botApi.ts";
import { escapeHtml, nameAmount, tellLink, tellPlain } from "#server/messenger/botText.ts";
import { formatStartParam } from "#server/messenger/startParams.ts";
import { isEndedBySender } from "#server/records/wire.ts";
import type { PromptDesk } from "./PromptDesk.ts";
import { type Asked, readLanguage } from "./texts.ts";

interface AskedShare extends Pick<Asked, "from" | "threadId"> {
  envelopeId: string;
  /** Null where the messenger does not say in which chat it was pressed. */
  chatId: bigint | null;
  prompt: { callbackQueryId: string };
}

/** Tells the one who pressed the button what of the envelope is theirs, or how it stands. It never claims. */
export async function answerShare(app: App, desk: PromptDesk, asked: AskedShare): Promise<void> {
  const { from, envelopeId, chatId, threadId, prompt } = asked;
  const { answer } = desk.recall(`share:${from.id}:${envelopeId}`, () => describeShare(app, asked));
  const { text, button } = await answer;
  const message: BotMessage = { html: escapeHtml(text), button, threadId };
  // In a chat of two, everything is private.
  const isPrivate = chatId !== null && chatId > 0n;
  const sent = isPrivate ? null : await app.telegram.sendEphemeral(chatId, BigInt(from.id), message, prompt);
  await app.telegram.answerPress(prompt.callbackQueryId, sent?.kind === "sent" ? null : text);
}

interface Answer {
  text: string;
  button: { text: string; url: string };
}

async function describeShare(app: App, { from, envelopeId }: AskedShare): Promise<Answer> {
  const language = await readLanguage(app, from);
  const row = await readShare(app, envelopeId, BigInt(from.id));
  const startParam = row === undefined ? null : formatStartParam("envelope", envelopeId);
  return {
    text: row === undefined ? tellPlain(language, "share.unknown") : tellShare(language, row),
    button: tellLink(app, language, "share.details", startParam),
  };
}

function readShare({ database }: App, envelopeId: string, tgUserId: bigint) {
  return database.kysely
    .selectFrom("envelope")
    .leftJoin("claim", (join) =>
      join.onRef("claim.envelope_id", "=", "envelope.envelope_id").on("claim.tg_user_id", "=", tgUserId),
    )
    .select([
      "envelope.status",
      "envelope.type",
      "envelope.coin_type",
      "envelope.count",
      "envelope.claimed_count",
      "envelope.best_base",
      "envelope.ended_at",
      "envelope.expires_at",
      "claim.amount_base",
    ])
    .where("envelope.envelope_id", "=", envelopeId)
    .where("envelope.status", "in", ["open", "finished", "expired", "refunded"])
    .executeTakeFirst();
}

type ShareRow = NonNullable<Awaited<ReturnType<typeof readShare>>>;

function tellShare(language: Language, row: ShareRow): string {
  const { amount_base: amountBase, count, claimed_count: claimedCount, status } = row;
  if (amountBase !== null) {
    const isBest = row.type === "luckyDraw" && status === "finished" && count > 1 && amountBase === row.best_base;
    return tellPlain(language, isBest ? "share.best" : "share.mine", nameAmount(language, row.coin_type, amountBase));
  }
  if (status === "open") {
    return tellPlain(language, "share.notYet", { remaining: String(count - claimedCount), count: String(count) });
  }
  if (status === "finished") return tellPlain(language, "share.finished");
  return tellPlain(language, isEndedBySender(row) ? "share.closed" : "share.expired");
}
