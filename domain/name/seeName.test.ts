import { describe, expect, test } from "vitest";
import { seeName, seePersonName } from "./seeName.ts";

describe("what one can see of a name", () => {
  test.each([
    ["a Hangul filler", "\u3164"],
    ["a half-width Hangul filler", "\uFFA0"],
    ["Hangul jamo fillers", "\u115F\u1160"],
    ["an empty Braille pattern", "\u2800\u2800"],
    ["a zero-width space", "\u200B"],
    ["joiners", "\u200D\u200C\u2060\uFEFF"],
    ["marks of direction", "\u202E\u2066\u200F"],
    ["a soft hyphen", "\u00AD"],
    ["spaces of all widths", "\u00A0\u2003\u3000\t"],
    ["control characters", "\u0000\u001B\u0085"],
    ["a variation selector", "\uFE0F"],
    ["tags", "\u{E0041}\u{E007F}"],
    ["marks without a letter", "\u0301\u0302"],
    ["private signs", "\uE000\u{F0000}"],
    ["what stands for an object", "\uFFFC"],
    ["a note without a head", "\u{1D159}"],
    ["what is no character", "\uFFFE\uFDD0"],
    ["half a character", "\uD83D"],
    ["nothing", ""],
  ])("is nothing of %s", (_, name) => {
    expect(seeName(name)).toBe("");
  });

  test.each([
    ["Đỗ Thư"],
    ["O'Neill & <Sons>"],
    ["អ្នក\u200Bរីករាយ"],
    ["می\u200Cخواهم"],
    ["क्\u200Dष"],
    ["👩‍👩‍👧 Family"],
    ["🏳️‍🌈 Ann"],
    ["🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scot"],
    ["👍🏽 ok"],
    ["🇰🇭 Sok"],
    ["1️⃣ One"],
    ["❤️"],
    ["👨🏿‍🦱"],
    ["李明"],
    ["אנה"],
    ["…"],
  ])("is all of %s", (name) => {
    expect(seeName(name)).toBe(name.normalize("NFC"));
  });

  test.each([
    ["turned", "Anna\u202Egnp.exe\u2066", "Annagnp.exe"],
    ["on two lines", " Anna\n\u2028 Keller ", "Anna Keller"],
    ["with a filler in it", "An\u3164na", "Anna"],
    ["with loose joiners", "\u200DAnna\u200D\u200D 👍\u200D", "Anna 👍"],
    ["with tags that are no flag", "A\u{E0041}nna", "Anna"],
    ["in letters with a selector", "A\uFE0Fnna", "Anna"],
  ])("%s is said plainly", (_, name, expected) => {
    const seen = seeName(name);
    expect(seen).toBe(expected);
    expect(seeName(seen)).toBe(seen);
  });
});

test("a tower of marks is low", () => {
  const seen = seeName(`Z${"\u0335\u0301".repeat(40)}algo`);
  expect(seen).toMatch(/^\p{L}\p{M}{1,4}algo$/u);
});

describe("a person's name", () => {
  test.each([
    ["Anna", "Keller", "Anna Keller"],
    ["Anna", null, "Anna"],
    ["\u3164", "Keller", "Keller"],
    ["\u2800", "\u200B", ""],
    ["明", "李", "李明"],
    ["小明", "歐陽", "歐陽小明"],
    ["明", "Li", "明 Li"],
    ["李明", null, "李明"],
  ])("%j %j is %j", (first, last, name) => {
    expect(seePersonName(first, last)).toBe(name);
  });
});
