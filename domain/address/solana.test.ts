import { expect, test } from "vitest";
import { findSolanaMistake, normalizeSolanaAddress } from "./solana.ts";

/** The owner in the tests of the SPL token library. */
const WALLET = "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj";

test.each([
  ["a wallet", WALLET],
  ["the token program", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"],
  ["the associated token program", "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"],
  ["the memo program", "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"],
])("%s is an address", (_, address) => {
  expect(normalizeSolanaAddress(address)).toBe(address);
  expect(normalizeSolanaAddress(`\n ${address} `)).toBe(address);
});

test.each([
  ["the token account that a program derived for that wallet", "DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n"],
  ["the derived address in the tests of @solana/web3.js", "12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA"],
  ["the vote program, which has no key", "Vote111111111111111111111111111111111111111"],
  ["the system program, whose signatures anybody can make", "11111111111111111111111111111111"],
  ["nothing", ""],
  ["31 bytes", WALLET.slice(0, -2)],
  ["33 bytes", `${WALLET}1`],
  ["a leading 1 too much", `1${WALLET}`],
  ["a character outside the alphabet", WALLET.replace("B8", "0O")],
  ["a space within", `${WALLET.slice(0, 20)} ${WALLET.slice(20)}`],
  ["an address of another chain", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  ["a name", "hongbao.sol"],
])("%s is refused", (_, text) => {
  expect(normalizeSolanaAddress(text)).toBeNull();
});

test.each([
  ["a wallet", WALLET, null],
  ["the token account that a program derived for it", "DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n", "offCurve"],
  ["the derived address in the tests of @solana/web3.js", "12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA", "offCurve"],
  ["the vote program", "Vote111111111111111111111111111111111111111", "offCurve"],
  ["the system program, which is zero", "1".repeat(32), "zero"],
  ["31 bytes", WALLET.slice(0, -2), "form"],
  ["33 bytes", `${WALLET}1`, "form"],
  ["a character outside the alphabet", WALLET.replace("B8", "0O"), "form"],
  ["nothing", "", "form"],
  ["an address of Bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "form"],
  ["an address of Tron", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "otherChain"],
  ["an address of Ethereum", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "otherChain"],
  ["an address of TON", `0:${"ca".repeat(32)}`, "otherChain"],
])("the mistake of %s", (_, text, mistake) => {
  expect(findSolanaMistake(` ${text}\n`)).toBe(mistake);
});
