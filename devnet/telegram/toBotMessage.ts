import { fileIdOf } from "./photoStore.ts";
import type { TelegramWorld } from "./telegramWorld.ts";
import type { StoredMessage } from "./worldState.ts";

/** A stored message as the Bot API's `Message`. */
export function toBotMessage(world: TelegramWorld, message: StoredMessage): Record<string, unknown> {
  const from = { ...message.from, ...(message.from.username === null ? { username: undefined } : {}) };
  const fileId = message.photoUrl === null ? null : fileIdOf(message.photoUrl);
  const isPhoto = fileId !== null;
  return {
    ...(message.onlyFor === null
      ? { message_id: message.messageId }
      : { message_id: 0, ephemeral_message_id: -message.messageId }),
    from,
    ...message.speech,
    chat: world.chatOf(message.chatId),
    date: message.date,
    ...(message.threadId === null ? {} : { message_thread_id: message.threadId, is_topic_message: true }),
    ...(message.editDate === null ? {} : { edit_date: message.editDate }),
    [isPhoto ? "caption" : "text"]: message.text,
    ...(message.entities.length === 0 ? {} : { [isPhoto ? "caption_entities" : "entities"]: message.entities }),
    ...(isPhoto ? { photo: [{ file_id: fileId, file_unique_id: fileId, width: 320, height: 320 }] } : {}),
    ...(message.replyMarkup === null ? {} : { reply_markup: message.replyMarkup }),
  };
}
