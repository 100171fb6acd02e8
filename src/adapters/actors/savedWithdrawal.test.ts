import { expect, test } from "vitest";

import { formatSavedWithdrawal, type SavedWithdrawal } from "#machines/withdrawal/savedWithdrawal.ts";

import { parseSavedWithdrawal } from "./withdrawal.ts";

const QUOTE = {
  quoteId: "q1",
  gross: "0.05",
  fee: "0.000420123456789",
  net: "0.049579876543211",
  toAddress: "0x12",
  expiresAt: "2026-11-20T12:01:00Z",
};
const SAVED: SavedWithdrawal = { amount: "0.05", quote: QUOTE };

test("a begun withdrawal comes back as it was kept", () => {
  expect(parseSavedWithdrawal(formatSavedWithdrawal(SAVED))).toEqual(SAVED);
  expect(parseSavedWithdrawal(formatSavedWithdrawal({ amount: "0.", quote: null }))).toEqual({
    amount: "0.",
    quote: null,
  });
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no object", "null"],
  ["another version", JSON.stringify({ version: 0, ...SAVED })],
  ["an amount that is no text", JSON.stringify({ version: 1, amount: 5, quote: null })],
  ["no quote at all", JSON.stringify({ version: 1, amount: "5" })],
  ["a quote without an id", JSON.stringify({ version: 1, ...SAVED, quote: { ...QUOTE, quoteId: null } })],
  ["a fee that is no number", JSON.stringify({ version: 1, ...SAVED, quote: { ...QUOTE, fee: "cheap" } })],
])("%s is not taken", (_, text) => {
  expect(parseSavedWithdrawal(text)).toBeNull();
});
