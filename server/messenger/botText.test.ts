import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { sanitizeText, tellHtml, tellPlain } from "./botText.ts";
import { NOTIFICATIONS } from "./notificationKind.ts";

async function readTexts(language: Language): Promise<Record<string, string>> {
  const tree: unknown = JSON.parse(
    await readFile(new URL(`../../locales/${language}/bot.json`, import.meta.url), "utf8"),
  );
  const texts: Record<string, string> = {};
  function walk(node: unknown, path: string): void {
    if (typeof node === "string") texts[path] = node;
    else for (const [key, child] of Object.entries(node as object)) walk(child, path === "" ? key : `${path}.${key}`);
  }
  walk(tree, "");
  return texts;
}

const marksOf = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).toSorted();

describe("texts of the bot", () => {
  it.each(LANGUAGES)("%s has every text, with the same values and tags as English", async (language) => {
    const english = await readTexts("en");
    const texts = await readTexts(language);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      expect(marksOf(texts[key] ?? ""), key).toEqual(marksOf(text));
    }
    // The button is the product's name, which is the same in every language.
    const isTranslated = (key: string) => language === "en" || key.endsWith(".open") || texts[key] !== english[key];
    expect(Object.keys(english).filter((key) => !isTranslated(key))).toEqual([]);
  });

  it("has a text for every notification", async () => {
    const texts = await readTexts("en");
    expect(Object.keys(NOTIFICATIONS).filter((kind) => texts[`notification.${kind}`] === undefined)).toEqual([]);
  });

  it("escapes values in messages but not on buttons", () => {
    expect(tellHtml("en", "envelope.headline", { sender: '<a href="x">&' })).toBe(
      "🧧 <b>&lt;a href=&quot;x&quot;&gt;&amp;</b> sent a red envelope",
    );
    expect(tellPlain("zh-CN", "envelope.remaining", { remaining: "2", count: "5" })).toBe("剩余 2/5");
  });
});

/** The visible part of a text. */
const look = (text: string) => text.replaceAll(/[\u2060\u2068\u2069]/g, "");

/** What the messenger turns into links, mentions and commands. None of these contains General Punctuation. */
const LIVE = /https?:\/\/|tg:\/\/|[\w-]\.[A-Za-z]{2,}|@\w|(^|\s)\/\w|#\w|\$[A-Z]/;

describe("a person's text in a message of the bot", () => {
  it.each([
    "https://evil.example/claim",
    "t.me/evil_bot?start=1",
    "Hongbao support: tg://resolve?domain=evil",
    "write to @evil_bot or help@evil.example",
    "/start #free $ETH",
  ])("holds no link, mention or command in %j, and looks the same", (text) => {
    expect(text).toMatch(LIVE);
    expect(sanitizeText(text)).not.toMatch(LIVE);
    expect(look(sanitizeText(text))).toBe(text);
  });

  it("cannot reverse or break the text around it", () => {
    expect(sanitizeText("Anna\u202Egnp.exe\u2066")).toBe("\u2068Annagnp.\u2060exe\u2069");
    expect(sanitizeText("Anna\u2069\u2028Verified\n\u0000by Hongbao ")).toBe("\u2068Anna Verified by Hongbao\u2069");
    expect(sanitizeText("\u200F\u2028 ")).toBe("");
  });

  it("keeps the characters that names consist of", () => {
    for (const name of ["Đỗ Thư", "李 明", "👩‍👩‍👧 Family", "សុខ\u200Bហេង", "אנה", "O'Neill & <Sons>"]) {
      expect(sanitizeText(name)).toBe(`\u2068${name}\u2069`);
    }
  });
});
