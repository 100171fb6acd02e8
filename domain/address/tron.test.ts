import { expect, test } from "vitest";
import { findTronMistake, normalizeTronAddress } from "./tron.ts";

/** Examples of the documents of TRON, TronWeb and Dune. */
const ADDRESSES = [
  "TBhCfAytTEh52WFL6HYr64i2nmc3u3TCUp",
  "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
  "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g",
  "TVDGpn4hCSzJ5nkHPLetk8KQBtwaTppnkr",
  "THHRK1bA7YRPZBcLnTP1SZy9ipUpsRwpo6",
];
const [ADDRESS = ""] = ADDRESSES;

test.each(ADDRESSES)("%s is an address", (address) => {
  expect(normalizeTronAddress(address)).toBe(address);
  expect(normalizeTronAddress(` ${address}\n`)).toBe(address);
});

test.each([
  ["the zero address", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
  ["a wrong checksum", `${ADDRESS.slice(0, -1)}q`],
  ["a changed letter", ADDRESS.replace("BhC", "Bhc")],
  ["an address of Bitcoin, base58check with another prefix", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["the hex form", "4112e94f5a3c88b17d2f6e0b9a45cd310f8e7a6d29"],
  ["nothing", ""],
  ["too short a text", ADDRESS.slice(0, -1)],
  ["too long a text", `${ADDRESS}1`],
  ["a character outside the alphabet", ADDRESS.replace("BhC", "B0C")],
])("%s is refused", (_, text) => {
  expect(normalizeTronAddress(text)).toBeNull();
});

test.each([
  ["a right one", ADDRESS, null],
  ["the zero address", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "zero"],
  ["a wrong last letter", `${ADDRESS.slice(0, -1)}q`, "checksum"],
  ["a changed letter", ADDRESS.replace("BhC", "Bhc"), "checksum"],
  ["the hex form", "4112e94f5a3c88b17d2f6e0b9a45cd310f8e7a6d29", "form"],
  ["a lost letter", ADDRESS.slice(0, -1), "form"],
  ["a letter too much", `${ADDRESS}1`, "form"],
  ["a character outside the alphabet", ADDRESS.replace("BhC", "B0C"), "form"],
  ["an address of Bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "form"],
  ["nothing", "", "form"],
  ["an address of Solana", "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj", "otherChain"],
  ["an address of Ethereum", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "otherChain"],
  ["an address of TON", "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA", "otherChain"],
])("the mistake of %s", (_, text, mistake) => {
  expect(findTronMistake(` ${text}\n`)).toBe(mistake);
});
