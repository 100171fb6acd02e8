import { createHmac, pbkdf2Sync } from "node:crypto";

const WORDS = 24;
const ITERATIONS = 100_000;

/**
 * The seed of a wallet's 24 words (Ed25519, 32 bytes), as wallets of TON derive it. Null for words that are no such
 * mnemonic, or that need a password.
 */
export function readMnemonicSeed(text: string): Buffer | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words.length !== WORDS) return null;
  const entropy = createHmac("sha512", words.join(" ")).update("").digest();
  const [version] = pbkdf2Sync(entropy, "TON seed version", Math.floor(ITERATIONS / 256), 64, "sha512");
  if (version !== 0) return null;
  return pbkdf2Sync(entropy, "TON default seed", ITERATIONS, 64, "sha512").subarray(0, 32);
}
