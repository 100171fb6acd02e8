import { describe, expect, it } from "vitest";

import { cleanAmountText, readPastedAmount } from "./amountText.ts";

describe("cleanAmountText", () => {
  it.each([
    ["", ""],
    ["0", "0"],
    ["0,05", "0.05"],
    ["0.05", "0.05"],
    [".5", "0.5"],
    [",", "0."],
    ["1.", "1."],
    [" 7 ", "7"],
    ["០,៥", "0.5"],
    ["٠٫٥", "0.5"],
    ["۱۲", "12"],
    ["１．５", "1.5"],
    ["1。5", "1.5"],
    ["๑๒", "12"],
    ["१२.५", "12.5"],
    ["\u200f٥٠\u200f", "50"],
    ["1.1234567", "1.1234567"],
  ])("%j is %j", (typed, text) => {
    expect(cleanAmountText(typed)).toBe(text);
  });

  it.each(["1.2.3", "1,234.5", "1.234.567", "1 2", "-1", "+1", "1e3", "0x1", "1 ETH", "½", "๐x", "¹", "∞"])(
    "%j is refused",
    (typed) => {
      expect(cleanAmountText(typed)).toBeNull();
    },
  );
});

describe("readPastedAmount", () => {
  it.each([
    ["0.05", "0.05"],
    ["0,05", "0.05"],
    ["1.234", "1.234"],
    ["1,5", "1.5"],
    ["0,125", "0.125"],
    ["1,2345", "1.2345"],
    ["1234,567", "1234.567"],
    ["1,234.50", "1234.50"],
    ["1.234,5", "1234.5"],
    ["1,234,567", "1234567"],
    ["1.234.567,000001", "1234567.000001"],
    ["1 234,5", "1234.5"],
    ["1\u00a0234", "1234"],
    ["1\u202f234.5", "1234.5"],
    ["1’234.50", "1234.50"],
    [" 0,5 ETH", "0.5"],
    ["0.5eth", "0.5"],
    ["ETH 0.5", "0.5"],
    ["0.5\n", "0.5"],
    ["\u200e0.5\u200f", "0.5"],
    ["១.២៣៤,៥", "1234.5"],
    ["１，２３４．５", "1234.5"],
    [".5", "0.5"],
    ["9".repeat(60), "9".repeat(60)],
  ])("%j is %j", (pasted, text) => {
    expect(readPastedAmount(pasted, "ETH", ".")).toBe(text);
  });

  it.each([
    "",
    "  ",
    "ETH",
    "1e3",
    "-5",
    "−5",
    "+5",
    "1.2.3",
    "1,23,456",
    "12,34.5",
    "1234,567.5",
    "1,234.567,8",
    "1, 234",
    "1,234",
    "12，345 ETH",
    "1 2",
    "1\n2",
    "0.5\n0.6",
    "0.5 TON",
    "$5",
    "5 %",
    "0x10",
    "five",
    "NaN",
    "Infinity",
    "<b>5</b>",
  ])("%j is refused", (pasted) => {
    expect(readPastedAmount(pasted, "ETH", ".")).toBeNull();
  });

  it("takes the language's own mark for the decimal mark, whatever follows it", () => {
    expect(readPastedAmount("1,234", "ETH", ",")).toBe("1.234");
    expect(readPastedAmount("1.234", "ETH", ",")).toBeNull();
    expect(readPastedAmount("0.125", "ETH", ",")).toBe("0.125");
  });
});
