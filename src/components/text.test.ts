import { describe, expect, it } from "vitest";

import { cleanAmountText } from "./AmountField.tsx";
import { formatAmountText } from "./formatAmountText.ts";

describe("cleanAmountText", () => {
  it.each([
    ["0,05", "0.05"],
    ["0.05 ETH", "0.05"],
    ["1.2.3", "1.23"],
    [".5", ".5"],
    ["1.", "1."],
    ["-1e5", "15"],
    ["", ""],
  ])("%j becomes %j", (typed, text) => {
    expect(cleanAmountText(typed)).toBe(text);
  });
});

describe("formatAmountText", () => {
  it("keeps every digit", () => {
    expect(formatAmountText("0.123456789012345678", "en")).toBe("0.123456789012345678");
    expect(formatAmountText("123456789012345678.000001", "en")).toBe("123,456,789,012,345,678.000001");
  });

  it("follows the language", () => {
    expect(formatAmountText("0.05", "vi")).toBe("0,05");
    expect(formatAmountText("10000", "zh-CN")).toBe("10,000");
    expect(formatAmountText("10", "en")).toBe("10");
  });
});
