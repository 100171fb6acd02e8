import { expect, test } from "vitest";
import { parseEthereumTxId } from "./txId.ts";

const HASH = `0x${"aB".repeat(32)}`;

test("a transaction's hash is stored in lower case", () => {
  expect(parseEthereumTxId(HASH)).toBe(HASH.toLowerCase());
});

test.each(["", HASH.slice(2), HASH.slice(0, -1), `${HASH}0`, `0x${"g".repeat(64)}`])("%s is refused", (text) => {
  expect(parseEthereumTxId(text)).toBeNull();
});
