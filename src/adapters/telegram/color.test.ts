import { describe, expect, it } from "vitest";

import { BLACK, formatHex, isColorDark, measureContrast, mixColors, parseHex, WHITE } from "./color.ts";

function parse(text: string) {
  const color = parseHex(text);
  if (color === null) throw new Error(text);
  return color;
}

describe("parseHex", () => {
  it("reads both lengths, in any case", () => {
    expect(parseHex("#0aF")).toEqual({ red: 0, green: 170, blue: 255 });
    expect(parseHex("#00AAFF")).toEqual({ red: 0, green: 170, blue: 255 });
    expect(formatHex(parse("#0af"))).toBe("#00aaff");
  });

  it.each(["", "#", "#ff", "#ffff", "#ffffff0", "#gggggg", "red", "rgb(0,0,0)", "#fff;background:url(x)", " #fff"])(
    "refuses %o",
    (text) => {
      expect(parseHex(text)).toBeNull();
    },
  );
});

describe("measureContrast", () => {
  // The well-known greys on either side of 4.5 on white.
  it.each([
    ["#000000", 21],
    ["#767676", 4.54],
    ["#777777", 4.48],
    ["#ffffff", 1],
  ])("of %s on white is %d", (color, contrast) => {
    expect(measureContrast(parse(color), WHITE)).toBeCloseTo(contrast, 2);
    expect(measureContrast(WHITE, parse(color))).toBeCloseTo(contrast, 2);
  });
});

it("mixes by shares", () => {
  expect(mixColors(BLACK, WHITE, 0)).toEqual(BLACK);
  expect(formatHex(mixColors(BLACK, WHITE, 0.2))).toBe("#333333");
  expect(mixColors(BLACK, WHITE, 1)).toEqual(WHITE);
});

// Backgrounds of the messenger's own clients, and the greys around the middle.
it.each([
  ["#ffffff", false],
  ["#f4f4f5", false],
  ["#767676", false],
  ["#757575", true],
  ["#212121", true],
  ["#17212b", true],
  ["#000000", true],
])("%s is dark: %s", (color, isDark) => {
  expect(isColorDark(parse(color))).toBe(isDark);
});
