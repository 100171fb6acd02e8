import type { Words } from "./loadWords.ts";

type RandomBytes = (length: number) => Uint8Array;

const LENGTH = 8;
// 32 characters divide a byte's range evenly, so a masked byte has no modulo bias; 0/O and 1/I are omitted.
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Makes a passphrase up of words, or of 8 unambiguous characters where there are none: at least 40 random bits. */
export function generatePassphrase(randomBytes: RandomBytes, words: Words | null): string {
  if (words === null) return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join("");
  const { list, count, separator } = words;
  return Array.from({ length: count }, () => list[drawBelow(list.length, randomBytes)]).join(separator);
}

/** A number below the limit, which is at most 65,536, each as likely as the others. */
function drawBelow(limit: number, randomBytes: RandomBytes): number {
  const fair = 65_536 - (65_536 % limit);
  for (;;) {
    const [high = 0, low = 0] = randomBytes(2);
    const drawn = high * 256 + low;
    if (drawn < fair) return drawn % limit;
  }
}
