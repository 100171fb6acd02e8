import { expect, test } from "vitest";
import { findAmountProblem, findTooSmall, findWholeAmount, isFeeHigh } from "./withdrawForm.ts";

test.each([
  ["", "amountRequired"],
  ["0", "amountRequired"],
  ["0.0", "amountRequired"],
  ["0.", "amountFormat"],
  ["1,5", "amountFormat"],
  ["0.1234567", "amountFormat"],
  ["1.200001", "amountTooLarge"],
  ["1.2", null],
  ["0.000001", null],
])("the amount %j of a balance of 1.2: %s", (amount, problem) => {
  expect(findAmountProblem({ coinType: "eth", amount, balance: "1.2" })).toBe(problem);
});

test.each([
  ["sol", "belowNewAccount"],
  ["ton", "amountTooSmall"],
] as const)("what the server finds too little in %s: %s", (coinType, problem) => {
  expect(findTooSmall(coinType)).toBe(problem);
});

test.each([
  ["1.2345678", "1.234567"],
  ["0.0000009", "0"],
  ["3", "3"],
])("all of %s is %s", (balance, amount) => {
  expect(findWholeAmount("eth", balance)).toBe(amount);
});

test.each([
  ["0.1", "0.05", false],
  ["0.1", "0.050000000000000001", true],
])("of %s a fee of %s is too much: %s", (gross, fee, isHigh) => {
  expect(isFeeHigh("eth", { gross, fee })).toBe(isHigh);
});
