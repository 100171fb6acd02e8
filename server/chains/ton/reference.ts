import type { Random } from "#server/random.ts";

/** Without letters that look like digits (Crockford's base32). */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/** A comment that names an order: 80 bits that nobody guesses, short enough to type. */
export function createTonReference(random: Random): string {
  return Array.from(random.bytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}
