import type { Language } from "#domain/language/language.ts";
import { seeName } from "#domain/name/seeName.ts";
import en from "#locales/en/bot.json" with { type: "json" };
import es from "#locales/es/bot.json" with { type: "json" };
import id from "#locales/id/bot.json" with { type: "json" };
import km from "#locales/km/bot.json" with { type: "json" };
import vi from "#locales/vi/bot.json" with { type: "json" };
import zhCn from "#locales/zh-CN/bot.json" with { type: "json" };
import zhTw from "#locales/zh-TW/bot.json" with { type: "json" };

const TEXTS: Readonly<Record<Language, { somebody: string }>> = { en, es, id, km, vi, "zh-CN": zhCn, "zh-TW": zhTw };

/** Somebody without a name that one can see: by the last figures of their id, of which no other can be told. */
export function nameSomebody(language: Language, tgUserId: bigint): string {
  return TEXTS[language].somebody.replace("{{figure}}", readFigure(tgUserId));
}

/** What one can see of a group's title, else the last figures of its id. */
export function seeTitle(title: string, chatId: bigint | string): string {
  return seeName(title) || `#${readFigure(chatId)}`;
}

function readFigure(id: bigint | string): string {
  return String(id).slice(-4);
}
