import { expect, test } from "vitest";
import { toAsciiDigits } from "./toAsciiDigits.ts";

test.each([
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["Devanagari", "०१२३४५६७८९"],
  ["Thai", "๐๑๒๓๔๕๖๗๘๙"],
  ["Lao", "໐໑໒໓໔໕໖໗໘໙"],
  ["Burmese", "၀၁၂၃၄၅၆၇၈၉"],
  ["Khmer", "០១២៣៤៥៦៧៨៩"],
  ["full-width", "０１２３４５６７８９"],
  ["double-struck, beside other rows of digits", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"],
  ["Adlam, beyond the first 65,536 signs", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
])("digits are digits in %s", (_, digits) => {
  expect(toAsciiDigits(`a${digits}.`)).toBe("a0123456789.");
});

test("every decimal digit that Unicode has is one of ten", () => {
  const counts = new Map<string, number>();
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const sign = String.fromCodePoint(code);
    if (!/^\p{Nd}$/u.test(sign)) continue;
    const digit = toAsciiDigits(sign);
    expect(digit).toMatch(/^[0-9]$/);
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  expect(new Set(counts.values()).size).toBe(1);
});

test("what is no decimal digit stays", () => {
  expect(toAsciiDigits("四 ² ① Ⅷ x")).toBe("四 ² ① Ⅷ x");
});
