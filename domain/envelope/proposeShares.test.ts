import fc from "fast-check";
import { expect, test } from "vitest";
import { COIN_TYPES } from "../coins.ts";
import { proposeShares } from "./proposeShares.ts";
import { type EnvelopeType, type SendDraft, validateSend } from "./validateSend.ts";

const LUCKY: SendDraft = {
  type: "luckyDraw",
  coinType: "usdt",
  count: "",
  totalAmount: "",
  singleAmount: null,
  passphrase: null,
  remark: "",
};

test.each([
  [2, 1],
  [9, 8],
  [31, 30],
  [32, 30],
  [50, 40],
  [51, 50],
  [100, 50],
  [101, 100],
  [1_284, 100],
  [200_000, 100],
])("a group of %i members is offered %i shares", (memberCount, shares) => {
  expect(proposeShares(LUCKY, memberCount)).toBe(shares);
});

test("who sends an ordinary envelope gets no share of it", () => {
  expect(proposeShares({ ...LUCKY, type: "ordinary" }, 9)).toBe(7);
});

test("nothing is offered where nobody else is there", () => {
  expect([0, 1].map((memberCount) => proposeShares(LUCKY, memberCount))).toEqual([null, null]);
  expect(proposeShares({ ...LUCKY, type: "ordinary" }, 2)).toBeNull();
});

test("no more shares than the amount can be split into, with luck or without", () => {
  expect(proposeShares({ ...LUCKY, totalAmount: "0.05" }, 1_000)).toBe(4);
  expect(proposeShares({ ...LUCKY, type: "ordinary", totalAmount: "0.05" }, 1_000)).toBe(5);
  expect(proposeShares({ ...LUCKY, totalAmount: "0.01" }, 1_000)).toBeNull();
  expect(proposeShares({ ...LUCKY, type: "ordinary", totalAmount: null, singleAmount: "300" }, 1_000)).toBe(3);
});

test.each(["", "0", "0.", "x"])("an amount of %j limits nothing", (totalAmount) => {
  expect(proposeShares({ ...LUCKY, totalAmount }, 1_000)).toBe(100);
});

test("what is offered is never refused for its number", () => {
  const types: EnvelopeType[] = ["ordinary", "luckyDraw"];
  const amounts = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((cents) => String(cents / 100)),
    fc.constant("7"),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.constantFrom(...COIN_TYPES),
      amounts,
      fc.integer({ min: 0, max: 2_000 }),
      (type, coinType, totalAmount, memberCount) => {
        const draft = { ...LUCKY, type, coinType, totalAmount };
        const shares = proposeShares(draft, memberCount);
        const checkCount = (count: number | null) => {
          const checked = count === null ? null : validateSend({ ...draft, count: String(count) });
          return checked === null || checked.ok ? [] : checked.problems.map(({ code }) => code);
        };
        const ofAmount = new Set(["amountTooLarge", "amountFormat", "amountIndivisible"]);
        const wasWrong = checkCount(1).length > 0;
        expect(checkCount(shares).filter((code) => !wasWrong && !ofAmount.has(code))).toEqual([]);
      },
    ),
  );
});
