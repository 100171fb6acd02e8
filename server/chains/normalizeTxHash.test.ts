import { expect, test } from "vitest";
import { normalizeTxHash } from "./normalizeTxHash.ts";

const HASH = `0x${"aB".repeat(32)}`;

test("a transaction hash of Ethereum is stored in lower case", () => {
  expect(normalizeTxHash("eth", HASH)).toBe(HASH.toLowerCase());
});

test.each(["", HASH.slice(2), HASH.slice(0, -1), `${HASH}0`, `0x${"g".repeat(64)}`])("%s is refused", (text) => {
  expect(normalizeTxHash("eth", text)).toBeNull();
});

test("a coin without a chain has no transaction hashes", () => {
  expect(normalizeTxHash("ton", HASH)).toBeNull();
});
