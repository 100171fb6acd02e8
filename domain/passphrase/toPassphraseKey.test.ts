import fc from "#tests/support/fastCheck.ts";
import { describe, expect, test } from "vitest";
import { toPassphraseKey } from "./toPassphraseKey.ts";

describe("a passphrase is the same", () => {
  test.each<[string, ...string[]]>([
    ["in any case", "Happy Year", "HAPPY YEAR", "happy year"],
    [
      "with any spaces",
      "happy year",
      "happyyear",
      " happy  year ",
      "happy\u00A0year",
      "happy\u3000year",
      "happy\tyear",
    ],
    ["with the quotes and dashes of a phone", `it's "us" -- ok`, "it’s “us” — ok", "its us ok", "it´s ¨us¨ – ok"],
    ["with quotes as signs of their own", "rock`n´roll", "rockˋnʼroll", "rock'n’roll", "rocknroll"],
    ["with a joining mark of our own posts", "a.\u2060b@\u2060c", "a.b@c"],
    ["with a soft hyphen, marks of direction or a byte order mark", "so\u00ADft\u200F\u202B\u2066\uFEFF", "soft"],
    ["with a combining grapheme joiner", "e\u034F\u0301te", "éte"],
    ["with tags", "flag\u{E0067}\u{E007F}", "flag"],
    ["in letters with accents of their own", "pin\u0303ata", "piñata"],
    ["in the letters of another form", "ｈａｐｐｙ２０２６！", "happy2026!"],
    ["with Chinese punctuation", "恭喜，发财！", "恭喜,发财!", "恭喜 发财", "恭喜发财"],
    ["with the digits of Thai", "ปี๒๕๖๙", "ปี2569"],
    ["with the digits of Khmer", "ឆ្នាំ២០២៦", "ឆ្នាំ2026"],
    ["with the digits of Arabic and Persian", "٢٠٢٦", "۲۰۲۶", "2026"],
    ["with full-width and mathematical digits", "２０２６", "𝟐𝟎𝟐𝟔", "2026"],
    ["with the space bar of a Khmer keyboard", "រីករាយ\u200Bឆ្នាំថ្មី", "រីករាយ ឆ្នាំថ្មី", "រីករាយឆ្នាំថ្មី"],
    ["with either letter below a Khmer one", "សន្ដិភាព", "សន្តិភាព"],
    ["with Khmer signs in another order", "ស៊ី", "ស\u17B8\u17CA"],
    ["with a Khmer vowel before the letter below", "ក្រុម", "ក\u17BB\u17D2\u179Aម"],
    ["with two Khmer letters below in another order", "ស\u17D2\u178F\u17D2\u179Aី", "ស\u17D2\u179A\u17D2\u178Fី"],
    ["with a Khmer vowel in two parts", "កោះ", "ក\u17C1\u17B6ះ"],
    ["with another Khmer vowel in two parts", "កើត", "ក\u17C1\u17B8ត"],
    ["with the parts of a Khmer vowel around its sign", "ស៊ើប", "ស\u17C1\u17CA\u17B8ប"],
    ["with a Khmer vowel and its dot", "នាំ", "ន\u17C6\u17B6"],
    ["with the tone of oa on either vowel", "hoà bình", "hòa bình", "hoa\u0300 bình", "ho\u0300a bình"],
    ["with the tone of oe on either vowel", "hoè", "hòe", "HÒE"],
    ["with the tone of uy on either vowel", "thuỷ", "thủy", "thu\u0309y", "thuy\u0309"],
    ["in each of the five tones", "loá loà loả loã loạ", "lóa lòa lỏa lõa lọa"],
    ["in the code page 1258 of Windows", "Tê\u0301t đê\u0301n", "Tết đến"],
    ["with an emoji as text or as a picture", "❤ love", "❤️ love", "❤︎ love"],
    ["with a joined emoji, or one whose joiner was lost", "👨‍👩‍👧 home", "👨👩👧 home"],
    ["with a rainbow flag of any kind", "🏳️‍🌈 ok", "🏳‍🌈 ok", "🏳🌈 ok"],
    ["in decomposed Hangul", "새해 복", "새해 복".normalize("NFD")],
    ["with Greek sigma at the end of a word or not", "ΧΡΟΝΟΣ ΚΑΛΟΣ", "χρονος καλος"],
  ])("%s", (_, first, ...others) => {
    for (const other of others) expect(toPassphraseKey(other)).toBe(toPassphraseKey(first));
  });
});

describe("a passphrase is another one", () => {
  test.each([
    ["with other words", "happy year", "happy years"],
    ["with another accent", "año", "ano"],
    ["with another tone", "hoà", "hoá"],
    ["with the tone of a closed vowel", "của", "cua"],
    ["with a sign that is no punctuation", "1 + 1", "1 1"],
    ["with another emoji", "🧧🧧🧧🧧", "🧧🧧🧧🎉"],
    ["with ss for ß", "straße", "strasse"],
    ["with another letter below a Khmer one", "ក្រុម", "ក្តុម"],
  ])("%s", (_, one, other) => {
    expect(toPassphraseKey(one)).not.toBe(toPassphraseKey(other));
  });

  test("Turkish capital i keeps its dot", () => {
    expect(toPassphraseKey("İYİ")).toBe("i\u0307yi\u0307");
    expect(toPassphraseKey("ß ẞ")).toBe("ßß");
  });
});

const isStable = (text: string) => {
  const key = toPassphraseKey(text);
  return toPassphraseKey(key) === key;
};

/** But those of Han and Hangul, which are alike by tens of thousands. */
const SIGNS = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) => /(?!\p{Unified_Ideograph}|[가-힣])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{DI}]/u.test(sign));

/** What moves, joins or goes: accents, tones, Khmer, Hangul, digits, capitals, and what NFKC takes apart. */
const RESTLESS = Array.from(
  "oOuyae ÒÙİΣςK´¨¸˜ﷺ½Å.٣៣កតដ៊៉ាើំះ្្្각가\u0300\u0301\u0309\u0323\u0345\u17DD\u17D3\u17B4\u200B\u034F",
);

describe("the key of a key is that key", () => {
  test("for every sign, alone and between letters", () => {
    expect(SIGNS.filter((sign) => !isStable(sign) || !isStable(`a${sign}b`))).toEqual([]);
  });

  test.each([
    ["any signs", fc.array(fc.constantFrom(...SIGNS), { minLength: 2, maxLength: 6 }), 30_000],
    ["restless signs", fc.array(fc.constantFrom(...RESTLESS), { minLength: 2, maxLength: 14 }), 50_000],
    ["both", fc.array(fc.constantFrom(...RESTLESS, ...SIGNS.slice(0, 3000)), { maxLength: 9 }), 20_000],
    ["halves of signs too", fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), 5000],
  ])("for %s in a row", (_, texts, numRuns) => {
    const holds = fc.property(texts, (parts) => isStable(parts.join("")));
    expect(fc.check(holds, { numRuns })).toMatchObject({ failed: false });
  });

  test("also after many turns, at the longest text that is tried", () => {
    const worst = ["\u17D2\u17B6", "\u17D2ក\u17DD", "ò¨a", "ﷺ", "e´\u0323 ", "\u17DD\u17D2"];
    for (const part of worst) expect(isStable(part.repeat(256).slice(0, 256))).toBe(true);
  });
});
