import { describe, expect, test } from "vitest";
import { readPassphrase, readTriedKey } from "./readPassphrase.ts";

describe("a passphrase that is sent", () => {
  test.each([
    ["  happy   year ", "happy year", "happyyear"],
    ["Happy Year", "Happy Year", "happyyear"],
    ["恭喜发财大吉", "恭喜发财大吉", "恭喜发财大吉"],
    ["love ❤️ you", "love ❤️ you", "love❤you"],
    ["happy\u200Byear", "happy\u200Byear", "happyyear"],
    ["새해 복 많이".normalize("NFD"), "새해 복 많이", "새해복많이"],
    ["🧧🧧🧧🧧!!", "🧧🧧🧧🧧!!", "🧧🧧🧧🧧"],
    ["恭喜 发财!", "恭喜 发财!", "恭喜发财"],
    ["あけ おめ。", "あけ おめ。", "あけおめ"],
    ["👨‍👩‍👧 🎉", "👨‍👩‍👧 🎉", "👨👩👧🎉"],
  ])("%j is shown as %j and compared by %j", (typed, text, key) => {
    expect(readPassphrase(typed)).toEqual({ text, key });
  });

  test.each([
    ["", "passphraseRequired"],
    ["   ", "passphraseRequired"],
    ["12345", "passphraseLength"],
    ["1 2 3", "passphraseLength"],
    ["🧧🧧🧧🧧🧧", "passphraseLength"],
    ["x".repeat(33), "passphraseLength"],
    ["🧧".repeat(33), "passphraseLength"],
    ["ﷺ".repeat(6), "passphraseLength"],
    ["happy\tyear", "passphraseCharacters"],
    ["happy\u0000year", "passphraseCharacters"],
    ["happy\ud800year", "passphraseCharacters"],
    ["!!!!!!!!", "passphraseThin"],
    ["恭喜发!!!", "passphraseThin"],
    ["1-2-3-4-5", "passphraseThin"],
    ["a b c d e", "passphraseThin"],
    ["ខ ្ញ ុំ. ។", "passphraseThin"],
    ["п.р.и.в.е", "passphraseThin"],
    ["สวัส ดี!".replaceAll("ดี", ""), "passphraseThin"],
  ])("%j is refused as %s", (typed, problem) => {
    expect(readPassphrase(typed)).toBe(problem);
  });

  test("has as many code points as the limit says, not UTF-16 units", () => {
    expect(readPassphrase("🧧".repeat(6))).toMatchObject({ text: "🧧".repeat(6) });
    expect(readPassphrase("🧧".repeat(32))).toMatchObject({ text: "🧧".repeat(32) });
  });
});

describe("a passphrase that is tried", () => {
  test("is its key alone, however it was typed", () => {
    expect(readTriedKey("“Happy”\t—  YEAR!\u202E")).toEqual({ key: "happyyear" });
    expect(readTriedKey(" ".repeat(200) + "happy year")).toEqual({ key: "happyyear" });
    expect(readTriedKey("a-b-c-d")).toEqual({ key: "abcd" });
  });

  test.each([
    ["", "passphraseRequired"],
    [" \t\n", "passphraseRequired"],
    ["!!!!!!", "passphraseLength"],
    ["a b c", "passphraseLength"],
    ["x".repeat(33), "passphraseLength"],
    [`happy year${"!".repeat(250)}`, "passphraseLength"],
  ])("%j is none: %s", (typed, problem) => {
    expect(readTriedKey(typed)).toBe(problem);
  });
});
