import { expect, test } from "vitest";
import { normalizeEthereumAddress } from "./ethereum.ts";

const CHECKSUMMED = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

test.each([CHECKSUMMED, CHECKSUMMED.toLowerCase(), `0x${CHECKSUMMED.slice(2).toUpperCase()}`, ` ${CHECKSUMMED} `])(
  "%s becomes its checksum form",
  (text) => {
    expect(normalizeEthereumAddress(text)).toBe(CHECKSUMMED);
  },
);

test.each([
  "",
  "0x",
  CHECKSUMMED.slice(2),
  CHECKSUMMED.slice(0, -1),
  `${CHECKSUMMED}0`,
  CHECKSUMMED.replace("f39F", "F39f"),
  `0x${"0".repeat(40)}`,
  "XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS",
  "vitalik.eth",
])("%s is refused", (text) => {
  expect(normalizeEthereumAddress(text)).toBeNull();
});
