import { chatOf } from "./telegramWorld.ts";
import type { StoredMessage } from "./worldState.ts";

/** A stored message as the Bot API's `Message`. */
export function toBotMessage(message: StoredMessage): Record<string, unknown> {
  const from = { ...message.from, ...(message.from.username === null ? { username: undefined } : {}) };
  const isPhoto = message.photoUrl !== null;
  return {
    ...(message.onlyFor === null
      ? { message_id: message.messageId }
      : { message_id: 0, ephemeral_message_id: -message.messageId }),
    from,
    chat: chatOf(message.chatId),
    date: message.date,
    ...(message.editDate === null ? {} : { edit_date: message.editDate }),
    [isPhoto ? "caption" : "text"]: message.text,
    ...(message.entities.length === 0 ? {} : { [isPhoto ? "caption_entities" : "entities"]: message.entities }),
    ...(isPhoto
      ? { photo: [{ file_id: message.photoUrl, file_unique_id: message.photoUrl, width: 320, height: 320 }] }
      : {}),
    ...(message.replyMarkup === null ? {} : { reply_markup: message.replyMarkup }),
  };
}
