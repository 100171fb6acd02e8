import { describe, expect, it } from "vitest";

import { cleanAmountText } from "./AmountField.tsx";

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
