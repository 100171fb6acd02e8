const LENGTH = 8;
// 32 characters divide a byte's range evenly, so a masked byte has no modulo bias; 0/O and 1/I are omitted.
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Generates a passphrase of 8 unambiguous characters from random bytes. */
export function generatePassphrase(randomBytes: (length: number) => Uint8Array): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join("");
}
