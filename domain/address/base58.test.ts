import { expect, test } from "vitest";
import { decodeBase58, encodeBase58 } from "./base58.ts";

// Vectors of draft-msporny-base58 and of Bitcoin Core's base58_encode_decode.json.
test.each([
  ["2NEpo7TZRRrLZSi2U", "48656c6c6f20576f726c6421"],
  [
    "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
    "54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e",
  ],
  ["11233QC4", "0000287fb4cd"],
  ["1111111111", "00000000000000000000"],
  ["2cFupjhnEsSn59qHXstmK2ffpLv2", "73696d706c792061206c6f6e6720737472696e67"],
  ["", ""],
])("%s is read and written", (text, hex) => {
  const bytes = decodeBase58(text, hex.length / 2);
  expect(Buffer.from(bytes ?? [1]).toString("hex")).toBe(hex);
  expect(encodeBase58(Buffer.from(hex, "hex"))).toBe(text);
});

test.each([
  ["a character outside the alphabet", "2NEpo7TZRRrLZSi0U", 12],
  ["too few bytes", "2NEpo7TZRRrLZSi2U", 13],
  ["too many bytes", "2NEpo7TZRRrLZSi2U", 11],
  ["a leading 1 too much", "12NEpo7TZRRrLZSi2U", 12],
  ["a leading 1 too few", "1233QC4", 6],
  ["a text that no such bytes could have", "1".repeat(1_000_000), 12],
])("%s is refused", (_, text, length) => {
  expect(decodeBase58(text, length)).toBeNull();
});
