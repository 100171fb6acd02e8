import { expect, it } from "vitest";

import { readAskedPayments, writeAskedPayments } from "./askedPayments.ts";
import { createMemoryStorage } from "./memoryStorage.ts";

const KEY = "hongbao.askedPayments";
const HASH = `0x${"ab".repeat(32)}`;

it("keeps by order what wallets were asked to pay and what they answered", () => {
  const storage = createMemoryStorage();
  writeAskedPayments(storage, { first: null, second: HASH });
  expect(readAskedPayments(storage)).toEqual({ first: null, second: HASH });
});

it.each([null, "", "{", "null", "[]", "7", JSON.stringify({ first: 7, second: "<b>", third: {} })])(
  "takes nothing from %j",
  (text) => {
    const storage = createMemoryStorage();
    if (text !== null) storage.setItem(KEY, text);
    expect(readAskedPayments(storage)).toEqual({});
  },
);

it("does not stop a payment where the storage is full", () => {
  const storage = createMemoryStorage();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(() => {
    writeAskedPayments(storage, { first: null });
  }).not.toThrow();
});
