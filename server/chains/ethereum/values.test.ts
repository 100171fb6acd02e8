import { expect, test } from "vitest";
import { parseTxId } from "./values.ts";

const HASH = `0x${"aB".repeat(32)}`;

test("a transaction's hash is stored in lower case", () => {
  expect(parseTxId(HASH)).toBe(HASH.toLowerCase());
});

test.each(["", HASH.slice(2), HASH.slice(0, -1), `${HASH}0`, `0x${"g".repeat(64)}`])("%s is refused", (text) => {
  expect(parseTxId(text)).toBeNull();
});
