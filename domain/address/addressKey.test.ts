import { expect, test } from "vitest";
import { WALLET_TYPES } from "../coins.ts";
import { isSameAddress, toAddressKey } from "./addressKey.ts";

const CHECKSUMMED = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

test("Ethereum addresses are equal whatever their case", () => {
  expect(toAddressKey("ETH", CHECKSUMMED)).toBe(CHECKSUMMED.toLowerCase());
  expect(isSameAddress("ETH", CHECKSUMMED, CHECKSUMMED.toLowerCase())).toBe(true);
  expect(isSameAddress("ETH", CHECKSUMMED, `${CHECKSUMMED.slice(0, -1)}7`)).toBe(false);
});

test.each(WALLET_TYPES.filter((type) => type !== "ETH"))("the case of a %s address counts", (type) => {
  expect(toAddressKey(type, "TQn9Y2khEsLJ")).toBe("TQn9Y2khEsLJ");
  expect(isSameAddress(type, "TQn9Y2khEsLJ", "TQn9Y2khEsLJ")).toBe(true);
  expect(isSameAddress(type, "TQn9Y2khEsLJ", "TQN9Y2khEsLJ")).toBe(false);
});
