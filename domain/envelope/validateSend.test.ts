import fc from "#tests/support/fastCheck.ts";
import { describe, expect, test } from "vitest";
import { COIN_TYPES, COINS } from "../coins.ts";
import { parseAmount } from "../money/amount.ts";
import { validateSend, type SendDraft } from "./validateSend.ts";

const LUCKY: SendDraft = {
  type: "luckyDraw",
  coinType: "eth",
  count: "5",
  totalAmount: "0.05",
  singleAmount: null,
  passphrase: "happy year",
  remark: "",
};
const ORDINARY: SendDraft = { ...LUCKY, type: "ordinary" };
const SINGLE: SendDraft = { ...ORDINARY, totalAmount: null, singleAmount: "0.01" };
const TRON: SendDraft = { ...ORDINARY, coinType: "tron", totalAmount: "5" };

function listProblems(draft: SendDraft): unknown[] {
  const validation = validateSend(draft);
  return validation.ok ? [] : validation.problems.map(({ field, code, params }) => [field, code, params]);
}

test("a lucky draw of 0.05 ETH in 5 shares is valid", () => {
  expect(validateSend({ ...LUCKY, remark: "  Good luck " })).toEqual({
    ok: true,
    value: {
      type: "luckyDraw",
      coinType: "eth",
      count: 5,
      totalBase: 5n * 10n ** 16n,
      shareBase: null,
      passphrase: { text: "happy year", key: "happyyear" },
      remark: "Good luck",
    },
  });
});

test("an ordinary total is split, a single amount multiplied", () => {
  expect(validateSend(ORDINARY)).toMatchObject({ value: { totalBase: 5n * 10n ** 16n, shareBase: 10n ** 16n } });
  expect(validateSend(SINGLE)).toMatchObject({ value: { totalBase: 5n * 10n ** 16n, shareBase: 10n ** 16n } });
});

test("a missing passphrase means a generated one, an empty one is a problem", () => {
  expect(validateSend({ ...LUCKY, passphrase: null })).toMatchObject({ ok: true, value: { passphrase: null } });
  expect(listProblems({ ...LUCKY, passphrase: "" })).toEqual([["passphrase", "passphraseRequired", {}]]);
});

describe("problems", () => {
  test.each<[string, SendDraft, unknown[]]>([
    ["no count", { ...LUCKY, count: "" }, ["count", "countRequired", {}]],
    ["a fraction", { ...LUCKY, count: "1.5" }, ["count", "countInteger", {}]],
    ["an exponent", { ...LUCKY, count: "1e1" }, ["count", "countInteger", {}]],
    ["zero shares", { ...LUCKY, count: "0" }, ["count", "countRange", { min: "1", max: "100" }]],
    ["a negative count", { ...LUCKY, count: "-1" }, ["count", "countRange", { min: "1", max: "100" }]],
    ["101 shares", { ...LUCKY, count: "101" }, ["count", "countRange", { min: "1", max: "100" }]],
    ["no amount", { ...LUCKY, totalAmount: null }, ["totalAmount", "amountRequired", {}]],
    ["an empty amount", { ...LUCKY, totalAmount: "" }, ["totalAmount", "amountRequired", {}]],
    ["an empty single", { ...SINGLE, singleAmount: "" }, ["singleAmount", "amountRequired", {}]],
    ["both amounts", { ...SINGLE, totalAmount: "1" }, ["singleAmount", "amountEither", {}]],
    ["seven decimals", { ...LUCKY, totalAmount: "0.0000001" }, ["totalAmount", "amountFormat", { decimals: "6" }]],
    ["a single lucky", { ...SINGLE, type: "luckyDraw" }, ["singleAmount", "singleOnlyOrdinary", {}]],
    [
      "less than the minimum of each",
      { ...LUCKY, totalAmount: "0.000004" },
      ["totalAmount", "amountTooSmall", { min: "0.000005", coin: "ETH" }],
    ],
    [
      "less than 1 TRX each",
      { ...TRON, totalAmount: "4.999995" },
      ["totalAmount", "amountTooSmall", { min: "5", coin: "Tron" }],
    ],
    [
      "a small single",
      { ...SINGLE, singleAmount: "0" },
      ["singleAmount", "amountTooSmall", { min: "0.000001", coin: "ETH" }],
    ],
    ["too much", { ...LUCKY, totalAmount: "10.00001" }, ["totalAmount", "amountTooLarge", { max: "10", coin: "ETH" }]],
    [
      "too much each",
      { ...SINGLE, singleAmount: "2.1" },
      ["singleAmount", "amountTooLarge", { max: "2", coin: "ETH" }],
    ],
    [
      "too much each of three",
      { ...SINGLE, count: "3", singleAmount: "3.333334" },
      ["singleAmount", "amountTooLarge", { max: "3.333333", coin: "ETH" }],
    ],
    [
      "no luck",
      { ...LUCKY, totalAmount: "0.000005" },
      ["totalAmount", "amountNoLuck", { min: "0.000005", coin: "ETH" }],
    ],
    [
      "an indivisible total, nearer above",
      { ...ORDINARY, count: "3", totalAmount: "0.05" },
      ["totalAmount", "amountIndivisible", { nearest: "0.050001", coin: "ETH" }],
    ],
    [
      "an indivisible total, nearer below",
      { ...ORDINARY, count: "3", totalAmount: "0.01" },
      ["totalAmount", "amountIndivisible", { nearest: "0.009999", coin: "ETH" }],
    ],
    [
      "an indivisible total at the maximum",
      { ...ORDINARY, count: "7", totalAmount: "10" },
      ["totalAmount", "amountIndivisible", { nearest: "9.999997", coin: "ETH" }],
    ],
    ["a long remark", { ...LUCKY, remark: "🧧".repeat(121) }, ["remark", "remarkLength", { max: "120" }]],
  ])("%s", (_, draft, expected) => {
    expect(listProblems(draft)).toEqual([expected]);
  });

  test("every field can have a problem at the same time", () => {
    const draft = { ...LUCKY, count: "x", totalAmount: "", passphrase: "a", remark: "r".repeat(121) };
    expect(listProblems(draft)).toEqual([
      ["count", "countInteger", {}],
      ["totalAmount", "amountRequired", {}],
      ["passphrase", "passphraseLength", {}],
      ["remark", "remarkLength", { max: "120" }],
    ]);
  });

  test("name a message key", () => {
    expect(validateSend({ ...LUCKY, count: "" })).toMatchObject({
      problems: [{ messageKey: "envelope:problem.countRequired" }],
    });
  });
});

test("the nearest divisible total is itself accepted", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...COIN_TYPES),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 9_999_999 }),
      (coinType, count, micros) => {
        const whole = coinType === "tron" ? 9000 : 9;
        const totalAmount = `${whole}.${String(micros % 1_000_000).padStart(6, "0")}`;
        const draft = { ...ORDINARY, coinType, count: String(count), totalAmount };
        const validation = validateSend(draft);
        const nearest = validation.ok ? totalAmount : (validation.problems[0]?.params["nearest"] ?? "");
        expect(COINS[coinType].maxInputLength).toBeGreaterThanOrEqual(nearest.length);
        const corrected = validateSend({ ...draft, totalAmount: nearest });
        const shareSum = corrected.ok ? (corrected.value.shareBase ?? 0n) * BigInt(count) : null;
        expect(shareSum).toBe(parseAmount(nearest, COINS[coinType].baseDecimals));
      },
    ),
    { numRuns: 500, seed: 3 },
  );
});
