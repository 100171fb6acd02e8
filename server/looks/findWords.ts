import { findMessageId, type MessageId } from "#domain/copyTexts.ts";
import type { Language } from "#domain/language/language.ts";
import { readTexts } from "#server/readTexts.ts";

const TEXTS = readTexts<Readonly<Record<MessageId, string>>>("copyTexts");

/** The words of an envelope: the sender's remark, else the preset wish in this language. */
export function findWords(language: Language, remark: string, messageId: string | null): string {
  const wish = findMessageId(remark, messageId);
  return wish === null ? remark : TEXTS[language][wish];
}
