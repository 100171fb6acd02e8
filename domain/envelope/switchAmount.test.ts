import { expect, test } from "vitest";
import { isRounded, switchAmount, type AmountField } from "./switchAmount.ts";
import type { SendDraft } from "./validateSend.ts";

const DRAFT: SendDraft = {
  type: "ordinary",
  coinType: "eth",
  count: "5",
  totalAmount: "0.05",
  singleAmount: null,
  passphrase: "happy year",
  remark: "",
};

function convert(draft: Partial<SendDraft>, to: AmountField) {
  const { draft: after } = switchAmount({ ...DRAFT, ...draft }, to, null);
  return { total: after.totalAmount, single: after.singleAmount };
}

test("0.05 for 5 shares is 0.01 each, and back", () => {
  const first = switchAmount(DRAFT, "singleAmount", null);
  expect(first.draft).toEqual({ ...DRAFT, totalAmount: null, singleAmount: "0.01" });
  expect(first.amountSwitch && isRounded(first.draft, first.amountSwitch)).toBe(false);
  expect(switchAmount(first.draft, "totalAmount", first.amountSwitch).draft).toEqual(DRAFT);
  expect(convert({ totalAmount: null, singleAmount: "0.01" }, "totalAmount")).toEqual({ total: "0.05", single: null });
});

test("a total that does not divide becomes the nearest single amount, and switching back restores it", () => {
  const first = switchAmount({ ...DRAFT, count: "3" }, "singleAmount", null);
  expect(first.draft.singleAmount).toBe("0.016667");
  expect(first.amountSwitch && isRounded(first.draft, first.amountSwitch)).toBe(true);
  const back = switchAmount(first.draft, "totalAmount", first.amountSwitch);
  expect(back.draft.totalAmount).toBe("0.05");
  expect(back.amountSwitch && isRounded(back.draft, back.amountSwitch)).toBe(false);
  const again = switchAmount(back.draft, "singleAmount", back.amountSwitch);
  expect(again.draft.singleAmount).toBe("0.016667");
  expect(again.amountSwitch && isRounded(again.draft, again.amountSwitch)).toBe(true);
  expect(again.amountSwitch && isRounded({ ...again.draft, count: "4" }, again.amountSwitch)).toBe(false);
});

test.each([
  ["another single amount", { singleAmount: "0.02" }, "0.06"],
  ["another count", { count: "6" }, "0.100002"],
])("%s is converted anew", (_, change, total) => {
  const { draft, amountSwitch } = switchAmount({ ...DRAFT, count: "3" }, "singleAmount", null);
  expect(switchAmount({ ...draft, ...change }, "totalAmount", amountSwitch).draft.totalAmount).toBe(total);
});

test.each([
  ["rounds half up", { totalAmount: "0.000003", count: "2" }, "0.000002"],
  ["rounds down", { totalAmount: "1", count: "3" }, "0.333333"],
  ["keeps an amount that is being typed", { totalAmount: "0." }, "0."],
  ["keeps an empty amount", { totalAmount: "" }, ""],
  ["keeps an amount without a count", { count: "" }, "0.05"],
  ["keeps an amount whose count is wrong", { count: "2.5" }, "0.05"],
  ["keeps an amount whose count is too large", { count: "101" }, "0.05"],
])("%s", (_, draft, single) => {
  expect(convert(draft, "singleAmount")).toEqual({ total: null, single });
});

test.each(["eth", "sol", "tron", "ton"] as const)("a single amount of %s is multiplied exactly", (coinType) => {
  const draft = { coinType, totalAmount: null, singleAmount: "1.234567", count: "100" };
  expect(convert(draft, "totalAmount").total).toBe("123.4567");
});

test("switching to the current mode changes nothing", () => {
  expect(switchAmount(DRAFT, "totalAmount", null)).toEqual({ draft: DRAFT, amountSwitch: null });
});
