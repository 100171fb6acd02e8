import fc from "#tests/support/fastCheck.ts";
import { describe, expect, test } from "vitest";
import { generatePassphrase } from "./generatePassphrase.ts";
import { loadWords } from "./loadWords.ts";
import { MAX_CODE_POINTS, normalizePassphrase } from "./normalizePassphrase.ts";

describe("normalizePassphrase", () => {
  test.each([
    ["  happy   year ", "happy year", "happy year"],
    ["Happy Year", "Happy Year", "happy year"],
    ["ｈａｐｐｙ２０２６", "happy2026", "happy2026"],
    ["happy\u00a0year", "happy year", "happy year"],
    ["恭喜发财大吉", "恭喜发财大吉", "恭喜发财大吉"],
    ["straße", "straße", "strasse"],
    ["ΧΡΟΝΟΣ", "ΧΡΟΝΟΣ", "χρονος"],
    ["love ❤️ you", "love ❤️ you", "love ❤ you"],
  ])("%j is %j, compared as %j", (typed, text, compare) => {
    expect(normalizePassphrase(typed)).toEqual({ text, compare });
  });

  test.each([
    ["", "passphraseRequired"],
    ["   ", "passphraseRequired"],
    ["12345", "passphraseLength"],
    ["1 2 3", "passphraseLength"],
    ["🧧🧧🧧🧧🧧", "passphraseLength"],
    ["x".repeat(33), "passphraseLength"],
    ["happy\u200byear", "passphraseCharacters"],
    ["happy\tyear", "passphraseCharacters"],
    ["happy\u202eyear", "passphraseCharacters"],
    ["happy\u3164year", "passphraseCharacters"],
    ["happy\u2028year", "passphraseCharacters"],
    ["happy\ud800year", "passphraseCharacters"],
  ])("%j is refused as %s", (typed, problem) => {
    expect(normalizePassphrase(typed)).toBe(problem);
  });

  test("the limits count code points, not UTF-16 units", () => {
    expect(normalizePassphrase("🧧".repeat(6))).toMatchObject({ text: "🧧".repeat(6) });
    expect(normalizePassphrase("🧧".repeat(32))).toMatchObject({ text: "🧧".repeat(32) });
    expect(normalizePassphrase("🧧".repeat(33))).toBe("passphraseLength");
  });

  test("normalising twice changes nothing, and case and outer spaces never matter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 6, maxLength: 20 }), (typed) => {
        const once = normalizePassphrase(typed);
        fc.pre(typeof once !== "string");
        const again = normalizePassphrase(once.text);
        const quieter = normalizePassphrase(` ${once.text.toLowerCase()} `);
        fc.pre(typeof quieter !== "string");
        expect([again, quieter.compare]).toEqual([once, once.compare]);
      }),
      { numRuns: 2000, seed: 5 },
    );
  });
});

const countUp = (length: number) => Uint8Array.from({ length }, (_, index) => index * 37);

describe("generatePassphrase", () => {
  test("has 8 unambiguous characters and equals its normal form where a language has no words", () => {
    const generated = generatePassphrase(countUp, null);
    expect(generated).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(normalizePassphrase(generated)).toEqual({ text: generated, compare: generated.toLowerCase() });
  });

  test("maps every byte to a character, and equally many bytes to each", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const character = generatePassphrase((length) => new Uint8Array(length).fill(byte), null).charAt(0);
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });

  test.each([
    ["en", /^[a-z]{3,7}(?: [a-z]{3,7}){3}$/],
    ["es", /^[a-z]{3,7}(?: [a-z]{3,7}){3}$/],
    ["zh-CN", /^\p{Script=Han}{6}$/u],
    ["zh-TW", /^\p{Script=Han}{6}$/u],
  ] as const)("takes common words of %s, each list long enough for 40 bits", async (language, form) => {
    const words = await loadWords(language);
    if (words === null) throw new Error("this language has words");
    expect(Math.log2(new Set(words.list).size) * words.count).toBeGreaterThan(40);
    for (const { length } of words.list) expect(length * words.count + 3).toBeLessThanOrEqual(MAX_CODE_POINTS);
    for (const word of words.list) {
      const passphrase = Array.from({ length: words.count }, () => word).join(words.separator);
      expect(passphrase).toMatch(form);
      expect(normalizePassphrase(passphrase)).toEqual({ text: passphrase, compare: passphrase });
    }
    expect(generatePassphrase(countUp, words)).toMatch(form);
  });

  test.each(["vi", "km", "id"] as const)("has no words of %s", async (language) => {
    expect(await loadWords(language)).toBeNull();
  });

  test("draws each word as often as the others", () => {
    const words = { list: ["ant", "bee", "cat"], count: 1, separator: " " };
    const counts = new Map<string, number>();
    for (let drawn = 0; drawn < 65_536; drawn += 1) {
      // What is too high to be fair is drawn anew.
      const bytes = [Uint8Array.of(drawn >> 8, drawn & 255), Uint8Array.of(0, 0)];
      const word = generatePassphrase(() => bytes.shift() ?? new Uint8Array(2), words);
      counts.set(word, (counts.get(word) ?? 0) + (bytes.length === 1 ? 1 : 0));
    }
    expect(Object.fromEntries(counts)).toEqual({ ant: 21_845, bee: 21_845, cat: 21_845 });
  });
});
