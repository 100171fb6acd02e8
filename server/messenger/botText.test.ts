import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "#domain/language/language.ts";
import { tellHtml, tellPlain } from "./botText.ts";
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
