import { expect, it } from "vitest";

import { readWalletAttempts, writeWalletAttempts } from "./walletAttempts.ts";
import { createMemoryStorage } from "./memoryStorage.ts";

const KEY = "hongbao.askedPayments";
const HASH = `0x${"ab".repeat(32)}`;

it("keeps by order what wallets were asked to pay and what they answered", () => {
  const storage = createMemoryStorage();
  writeWalletAttempts(storage, { first: null, second: HASH });
  expect(readWalletAttempts(storage)).toEqual({ first: null, second: HASH });
});

it.each([null, "", "{", "null", "[]", "7", JSON.stringify({ first: 7, second: "<b>", third: {} })])(
  "takes nothing from %j",
  (text) => {
    const storage = createMemoryStorage();
    if (text !== null) storage.setItem(KEY, text);
    expect(readWalletAttempts(storage)).toEqual({});
  },
);

it("does not stop a payment where the storage is full", () => {
  const storage = createMemoryStorage();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  expect(() => {
    writeWalletAttempts(storage, { first: null });
  }).not.toThrow();
});
