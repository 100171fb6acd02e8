import { describe, expect, test } from "vitest";
import { generatePassphrase } from "./generatePassphrase.ts";
import { loadWords } from "./loadWords.ts";
import { MAX_CODE_POINTS, readPassphrase } from "./readPassphrase.ts";

const countUp = (length: number) => Uint8Array.from({ length }, (_, index) => index * 37);

describe("generatePassphrase", () => {
  test("has 8 unambiguous characters and equals its normal form where a language has no words", () => {
    const generated = generatePassphrase(countUp, null);
    expect(generated).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(readPassphrase(generated)).toEqual({ text: generated, key: generated.toLowerCase() });
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
      expect(readPassphrase(passphrase)).toMatchObject({ text: passphrase });
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
