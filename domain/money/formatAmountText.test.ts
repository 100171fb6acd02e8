import { expect, it } from "vitest";

import { formatAmountText } from "./formatAmountText.ts";

it("keeps every digit", () => {
  expect(formatAmountText("0.123456789012345678", "en")).toBe("0.123456789012345678");
  expect(formatAmountText("123456789012345678.000001", "en")).toBe("123,456,789,012,345,678.000001");
});

it("writes small amounts without an exponent", () => {
  expect(formatAmountText("0.000000000000000001", "en")).toBe("0.000000000000000001");
});

it("follows the language", () => {
  expect(formatAmountText("0.05", "vi")).toBe("0,05");
  expect(formatAmountText("1234.5", "es")).toBe("1,234.5");
  expect(formatAmountText("10000", "zh-CN")).toBe("10,000");
  expect(formatAmountText("10", "en")).toBe("10");
});

it("has a plus where one is asked for, and nothing came to nothing", () => {
  expect(formatAmountText("0.05", "en", true)).toBe("+0.05");
  expect(formatAmountText("0", "en", true)).toBe("0");
});
