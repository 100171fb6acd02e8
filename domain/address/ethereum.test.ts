import { expect, test } from "vitest";
import { findEthereumMistake, normalizeEthereumAddress } from "./ethereum.ts";

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

// EIP-55.
test.each([
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
])("%s is in its checksum form", (address) => {
  expect(normalizeEthereumAddress(address)).toBe(address);
  expect(normalizeEthereumAddress(address.toLowerCase())).toBe(address);
});

test.each([
  ["a right one", CHECKSUMMED, null],
  ["one without a checksum", CHECKSUMMED.toLowerCase(), null],
  ["a changed letter's case", CHECKSUMMED.replace("f39F", "F39f"), "checksum"],
  ["another one of EIP-55", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "checksum"],
  ["zero", `0x${"0".repeat(40)}`, "zero"],
  ["a lost digit", CHECKSUMMED.slice(0, -1), "form"],
  ["no prefix", CHECKSUMMED.slice(2), "form"],
  ["a name", "vitalik.eth", "form"],
  ["nothing", "", "form"],
  ["an address of Tron", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "otherChain"],
  ["an address of Solana", "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj", "otherChain"],
  ["an address of TON", "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA", "otherChain"],
])("the mistake of %s", (_, text, mistake) => {
  expect(findEthereumMistake(` ${text}\n`)).toBe(mistake);
});
