import { mnemonicFromRandomSeed, mnemonicToPrivateKey } from "@ton/crypto/dist/mnemonic/mnemonic.js";
import { expect, test } from "vitest";
import { readSeed } from "#server/crypto/ed25519.ts";
import { readMnemonicSeed } from "./wallets.ts";

test.each([1, 2, 3])("words give the key that @ton/crypto derives of them (%i)", async (number) => {
  const words = await mnemonicFromRandomSeed(Buffer.alloc(32, number));
  const seed = readMnemonicSeed(` ${words.join("\n").toUpperCase()} `);
  expect(seed).not.toBeNull();
  expect(readSeed(seed ?? Buffer.alloc(32)).publicKey).toEqual((await mnemonicToPrivateKey(words)).publicKey);
});

test("words that need a password are refused", () => {
  const words =
    "album enjoy usual insane stomach mobile jazz siren sauce play episode away syrup wait pen burden fatigue meat east song filter caution essay head";
  expect(readMnemonicSeed(words)).toBeNull();
});
