import { expect, test } from "vitest";
import { normalizeSolanaAddress, toSolanaAddressKey } from "./solana.ts";

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

test("the case of letters matters", () => {
  expect(toSolanaAddressKey(WALLET)).toBe(WALLET);
});
