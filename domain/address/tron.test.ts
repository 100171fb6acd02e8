import { expect, test } from "vitest";
import { normalizeTronAddress, toTronAddressKey } from "./tron.ts";

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

test("the case of letters matters", () => {
  expect(toTronAddressKey(ADDRESS)).toBe(ADDRESS);
});
