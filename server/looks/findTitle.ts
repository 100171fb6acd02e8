import en from "#locales/en/personal.json" with { type: "json" };
import es from "#locales/es/personal.json" with { type: "json" };
import id from "#locales/id/personal.json" with { type: "json" };
import km from "#locales/km/personal.json" with { type: "json" };
import vi from "#locales/vi/personal.json" with { type: "json" };
import zhCn from "#locales/zh-CN/personal.json" with { type: "json" };
import zhTw from "#locales/zh-TW/personal.json" with { type: "json" };
import type { MessageId } from "#domain/copyTexts.ts";
import type { CoverId } from "#domain/covers.ts";
import type { Language } from "#domain/language/language.ts";

interface Titles {
  coverTitle: Readonly<Record<CoverId, string>>;
  textTitle: Readonly<Record<MessageId, string>>;
}

const TITLES: Readonly<Record<Language, Titles>> = { en, es, id, km, vi, "zh-CN": zhCn, "zh-TW": zhTw };

export function findCoverTitle(language: Language, coverId: CoverId): string {
  return TITLES[language].coverTitle[coverId];
}

export function findTextTitle(language: Language, messageId: MessageId): string {
  return TITLES[language].textTitle[messageId];
}
