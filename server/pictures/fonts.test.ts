import { describe, expect, test } from "vitest";
import { keepDrawable } from "./fonts.ts";

describe("keepDrawable", () => {
  test.each([
    ["恭喜發財 新年快乐", "恭喜發財 新年快乐"],
    ["សូមជូនពរ Anna", "សូមជូនពរ Anna"],
    ["👨‍👩‍👧 ❤️🇰🇭", "👨‍👩‍👧 ❤️🇰🇭"],
    ["עברית عربي Ελλάδα Привет Chúc mừng", "עברית عربي Ελλάδα Привет Chúc mừng"],
  ])("keeps %s", (text, kept) => {
    expect(keepDrawable(text)).toBe(kept.normalize("NFC"));
  });

  test("takes out what turns the direction, hides, or breaks the line", () => {
    expect(keepDrawable("a\u202Eb\u2066c\u200B\n\u0000d\u2029e")).toBe("abc d e");
  });

  test("reads letters that are written as signs of mathematics", () => {
    expect(keepDrawable("𝓐𝓷𝓷𝓪")).toBe("Anna");
  });

  test("keeps no tower of marks", () => {
    expect(keepDrawable(`a${"\u0301".repeat(50)}`).length).toBeLessThan(6);
  });

  test("leaves out a sign that no font has, and the whole text where that is a letter", () => {
    expect(keepDrawable("Anna \u{1FBF9}\u{13080}")).toBe("");
    expect(keepDrawable("한국")).toBe("");
    expect(keepDrawable("Anna \u{1D11E}!")).toBe("Anna !");
  });
});
