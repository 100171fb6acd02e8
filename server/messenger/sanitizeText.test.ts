import { describe, expect, it } from "vitest";
import { sanitizeText } from "./sanitizeText.ts";

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
