import { Api, GrammyError, HttpError, InputFile } from "grammy";
import type { Config } from "#server/config.ts";
import type { BotApi, BotMessage, SendOutcome } from "./botApi.ts";
import { traceWork, type Tracing } from "#server/telemetry/tracing.ts";
import { isPresent, readMemberReply } from "./memberReply.ts";
import { readNewCalls } from "./newCalls.ts";

const REQUEST_TIMEOUT_S = 15;
/** Somebody waits for the answer before an envelope opens. */
const QUESTION_TIMEOUT_S = 5;

/** Connects to the Bot API and reads the bot's name. Rejects if the messenger is unreachable or refuses the token. */
export async function connectBotApi(
  config: Pick<Config, "botToken" | "botApiUrl">,
  tracing: Tracing | null = null,
): Promise<BotApi> {
  const api = new Api(config.botToken, { apiRoot: config.botApiUrl, timeoutSeconds: REQUEST_TIMEOUT_S });
  const questions = new Api(config.botToken, { apiRoot: config.botApiUrl, timeoutSeconds: QUESTION_TIMEOUT_S });
  for (const { config: calls } of [api, questions]) {
    calls.use((call, method, ...asked) =>
      traceWork(tracing, { name: `messenger ${method}`, kind: "client", attributes: { "rpc.method": method } }, () =>
        call(method, ...asked),
      ),
    );
  }
  const { id: botId, username } = await api.getMe();

  return {
    username,

    askMember: (chatId, userId) =>
      readMemberReply(() => askAgain(() => questions.getChatMember(Number(chatId), Number(userId)))),

    async countMembers(chatId) {
      try {
        const count: unknown = await askAgain(() => questions.getChatMemberCount(Number(chatId)));
        return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : null;
      } catch {
        // The form of a send works without it.
        return null;
      }
    },

    async readChat(chatId) {
      try {
        const chat = await askAgain(() => questions.getChat(Number(chatId)));
        const itself = await askAgain(() => questions.getChatMember(Number(chatId), botId));
        // A public chat is told to every bot.
        if (!isPresent(itself)) return null;
        const isBotAdministrator = itself.status === "administrator";
        return { title: chat.title ?? "", username: chat.username ?? null, isBotAdministrator };
      } catch (error) {
        if (error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403)) return null;
        throw error;
      }
    },

    sendMessage: (chatId, message) =>
      trySending(async () => {
        const sent = await api.sendMessage(Number(chatId), message.html, {
          ...toOptions(message),
          ...toPlace(message),
        });
        return BigInt(sent.message_id);
      }),

    editMessageText: (chatId, messageId, message) =>
      tryEditing(messageId, () =>
        api.editMessageText(Number(chatId), Number(messageId), message.html, toOptions(message)),
      ),

    editInlineText: (inlineMessageId, message) =>
      tryEditing(0n, () => api.editMessageTextInline(inlineMessageId, message.html, toOptions(message))),

    sendPhoto: (chatId, photo, message) =>
      trySending(async () => {
        const sent = await api.sendPhoto(Number(chatId), toFile(photo), { ...toCaption(message), ...toPlace(message) });
        return BigInt(sent.message_id);
      }),

    editCaption: (chatId, messageId, message) =>
      tryEditing(messageId, () => api.editMessageCaption(Number(chatId), Number(messageId), toCaption(message))),

    editPhoto: (chatId, messageId, photo, message) =>
      tryEditing(messageId, () => {
        const { reply_markup, ...caption } = toCaption(message);
        const media = { type: "photo" as const, media: toFile(photo), ...caption };
        const markup = reply_markup === undefined ? {} : { reply_markup };
        return api.editMessageMedia(Number(chatId), Number(messageId), media, markup);
      }),

    sendEphemeral: (chatId, userId, message, prompt) =>
      trySending(async () => {
        if (chatId === null) {
          const asked = "callbackQueryId" in prompt ? { callback_query_id: prompt.callbackQueryId } : {};
          const answer = { text: message.html, ...toOptions(message), ephemeral_message_parameters: asked };
          await readNewCalls(questions).sendMessage(answer);
          return 0n;
        }
        const receiver = { receiver_user_id: Number(userId) };
        await questions.sendMessage(Number(chatId), message.html, {
          ...toOptions(message),
          ...toPlace(message),
          ...("callbackQueryId" in prompt
            ? { ephemeral_message_parameters: { ...receiver, callback_query_id: prompt.callbackQueryId } }
            : {
                ephemeral_message_parameters: receiver,
                reply_parameters: { ephemeral_message_id: prompt.ephemeralMessageId },
              }),
        });
        return 0n;
      }),

    async answerPress(callbackQueryId, text) {
      await questions.answerCallbackQuery(callbackQueryId, text === null ? {} : { text, show_alert: true });
    },

    async deleteMessage(chatId, messageId) {
      try {
        return await questions.deleteMessage(Number(chatId), messageId);
      } catch {
        // The bot may not, or somebody was faster.
        return false;
      }
    },

    async answerInline(queryId, offers, { text, url }) {
      const results = offers.map((offer) => ({ ...toArticle(offer), description: offer.description }));
      // The same question is asked with every letter.
      const options = { cache_time: INLINE_CACHE_S, is_personal: true, button: { text, web_app: { url } } };
      await api.answerInlineQuery(queryId, results, options);
    },

    async prepareChatRequest(userId, requestId) {
      const wanted = { request_id: requestId, chat_is_channel: false, bot_is_member: true };
      try {
        // The app has its own button: nobody sees this one's text.
        const prepared = await questions.savePreparedKeyboardButton(Number(userId), {
          text: "+",
          request_chat: wanted,
        });
        return prepared.id;
      } catch {
        // The link that adds the bot works without it.
        return null;
      }
    },

    async prepareShare(userId, message) {
      try {
        const prepared = await api.savePreparedInlineMessage(Number(userId), toArticle({ ...message, id: "share" }), {
          allow_user_chats: true,
          allow_group_chats: true,
        });
        return { preparedMessageId: prepared.id };
      } catch {
        // The share link works without a prepared message.
        return null;
      }
    },
  };
}

/** Asks a second time where the connection broke: the messenger may close a kept one at the moment it is used. */
async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HttpError) || !isCutOff(error.error)) throw error;
    return await ask();
  }
}

function isCutOff(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ECONNRESET" || cause.code === "EPIPE");
}

const toFile = (jpeg: Buffer) => new InputFile(jpeg, "envelope.jpg");

/** General has the id 1, by which no message is taken. */
function toPlace({ threadId = null }: BotMessage) {
  return threadId === null || threadId === 1n ? {} : { message_thread_id: Number(threadId) };
}

function toCaption(message: BotMessage) {
  const { link_preview_options: _, ...options } = toOptions(message);
  return { caption: message.html, ...options };
}

/** Short: an envelope may be over soon. */
const INLINE_CACHE_S = 3;

function toArticle(message: BotMessage & { id: string; title: string }) {
  const { parse_mode, link_preview_options, reply_markup } = toOptions(message);
  return {
    type: "article" as const,
    id: message.id,
    title: message.title,
    input_message_content: { message_text: message.html, parse_mode, link_preview_options },
    ...(reply_markup === undefined ? {} : { reply_markup }),
  };
}

function toOptions({ button, question }: BotMessage) {
  const rows = [
    ...(button === undefined ? [] : [[{ ...button, style: "primary" as const }]]),
    ...(question === undefined ? [] : [[{ text: question.text, callback_data: question.data }]]),
  ];
  return {
    parse_mode: "HTML" as const,
    link_preview_options: { is_disabled: true },
    ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
  };
}

function tryEditing(messageId: bigint, edit: () => Promise<unknown>): Promise<SendOutcome> {
  return trySending(async () => {
    try {
      await edit();
    } catch (error) {
      const isUnchanged = error instanceof GrammyError && error.description.includes("message is not modified");
      if (!isUnchanged) throw error;
    }
    return messageId;
  });
}

async function trySending(send: () => Promise<bigint>): Promise<SendOutcome> {
  try {
    return { kind: "sent", messageId: await send() };
  } catch (error) {
    // The cause of a transport error may contain the token: log only the outer message.
    if (!(error instanceof GrammyError)) {
      return { kind: "retry", retryAfterMs: null, reason: error instanceof Error ? error.message : "unknown" };
    }
    const { error_code: code, description, parameters } = error;
    if (code === 429)
      return { kind: "retry", retryAfterMs: (parameters.retry_after ?? 1) * 1_000, reason: description };
    const { migrate_to_chat_id: movedTo } = parameters;
    if (movedTo !== undefined) return { kind: "moved", toChatId: BigInt(movedTo), reason: description };
    if (code >= 500) return { kind: "retry", retryAfterMs: null, reason: description };
    return code === 403 ? { kind: "forbidden", reason: description } : { kind: "refused", reason: description };
  }
}
