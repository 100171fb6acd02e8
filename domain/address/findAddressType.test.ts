import { expect, test } from "vitest";
import { findAddressType } from "./findAddressType.ts";

test.each([
  ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "ETH"],
  [" B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj ", "Solana"],
  ["TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "Tron"],
  ["UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA", "Ton"],
  ["0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e", "Ton"],
  ["0x12", null],
  ["", null],
])("%j is an address of %s", (text, type) => {
  expect(findAddressType(text)).toBe(type);
});
