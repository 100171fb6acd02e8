import type { Language } from "#domain/language/language.ts";
import en from "#locales/en/bot.json" with { type: "json" };
import es from "#locales/es/bot.json" with { type: "json" };
import id from "#locales/id/bot.json" with { type: "json" };
import km from "#locales/km/bot.json" with { type: "json" };
import vi from "#locales/vi/bot.json" with { type: "json" };
import zhCn from "#locales/zh-CN/bot.json" with { type: "json" };
import zhTw from "#locales/zh-TW/bot.json" with { type: "json" };

/** Escapes a text for a message with Telegram HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

type Texts = typeof en;

type PathOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathOf<Tree[Key]>}`;
}[keyof Tree & string];

const TEXTS: Readonly<Record<Language, Texts>> = { en, es, id, km, vi, "zh-CN": zhCn, "zh-TW": zhTw };

/** Path of a text in locales/<language>/bot.json. */
export type BotTextKey = PathOf<Texts>;

/** A text of the bot as Telegram HTML, with its values escaped and filled in; those that are HTML as they are. */
export function tellHtml(
  language: Language,
  key: BotTextKey,
  values: Readonly<Record<string, string | { html: string }>> = {},
): string {
  return fill(findText(language, key), (name) => {
    const value = values[name] ?? "";
    return typeof value === "string" ? escapeHtml(value) : value.html;
  });
}

/** A text of the bot without markup, for buttons and the like. */
export function tellPlain(language: Language, key: BotTextKey, values: Readonly<Record<string, string>> = {}): string {
  return fill(findText(language, key), (name) => values[name] ?? "");
}

function findText(language: Language, key: BotTextKey): string {
  const text = key.split(".").reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], TEXTS[language]);
  return String(text);
}

function fill(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueOf(name));
}
