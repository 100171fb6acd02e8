import en from "#locales/en/copyTexts.json" with { type: "json" };
import es from "#locales/es/copyTexts.json" with { type: "json" };
import id from "#locales/id/copyTexts.json" with { type: "json" };
import km from "#locales/km/copyTexts.json" with { type: "json" };
import vi from "#locales/vi/copyTexts.json" with { type: "json" };
import zhCn from "#locales/zh-CN/copyTexts.json" with { type: "json" };
import zhTw from "#locales/zh-TW/copyTexts.json" with { type: "json" };
import { findMessageId, type MessageId } from "#domain/copyTexts.ts";
import type { Language } from "#domain/language/language.ts";

const TEXTS: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = {
  en,
  es,
  id,
  km,
  vi,
  "zh-CN": zhCn,
  "zh-TW": zhTw,
};

/** The words of an envelope: the sender's remark, else the preset wish in this language. */
export function findWords(language: Language, remark: string, messageId: string | null): string {
  const wish = findMessageId(remark, messageId);
  return wish === null ? remark : TEXTS[language][wish];
}
