/** Bitcoin's. */
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Decodes base58 in Bitcoin's alphabet into exactly `length` bytes. Null for another length or any other character. */
export function decodeBase58(text: string, length: number): Uint8Array | null {
  // A byte needs at most 1.37 characters; reject longer texts early.
  if (text.length > Math.ceil(length * 1.37)) return null;
  const bytes = new Uint8Array(length);
  for (const character of text) {
    let carry = ALPHABET.indexOf(character);
    if (carry < 0) return null;
    for (let place = length - 1; place >= 0; place -= 1) {
      carry += (bytes[place] ?? 0) * 58;
      bytes[place] = carry % 256;
      carry = Math.floor(carry / 256);
    }
    if (carry > 0) return null;
  }
  const ones = /^1*/u.exec(text)?.[0].length ?? 0;
  const firstByte = bytes.findIndex((byte) => byte !== 0);
  return ones === (firstByte < 0 ? length : firstByte) ? bytes : null;
}

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
