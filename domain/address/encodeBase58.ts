import { ALPHABET } from "./base58.ts";

/** Encodes bytes in base58 with Bitcoin's alphabet. */
export function encodeBase58(bytes: Uint8Array): string {
  /** The lowest digit first. */
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let place = 0; place < digits.length || carry > 0; place += 1) {
      carry += (digits[place] ?? 0) * 256;
      digits[place] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  const firstByte = bytes.findIndex((byte) => byte !== 0);
  const zeros = firstByte < 0 ? bytes.length : firstByte;
  return "1".repeat(zeros) + digits.reduceRight((text, digit) => text + ALPHABET.charAt(digit), "");
}
