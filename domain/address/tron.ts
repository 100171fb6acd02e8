import { sha256 } from "@noble/hashes/sha256";
import { decodeBase58 } from "./base58.ts";

/** Of the main network and of the test networks. */
const PREFIX = 0x41;
const BODY_LENGTH = 21;
const CHECKSUM_LENGTH = 4;

/**
 * Converts a Tron address into its canonical form, base58check. Returns null for anything else: the hex form, a wrong
 * checksum or prefix, and the zero address.
 */
export function normalizeTronAddress(text: string): string | null {
  const address = text.trim();
  const bytes = decodeBase58(address, BODY_LENGTH + CHECKSUM_LENGTH);
  if (bytes === null || bytes[0] !== PREFIX) return null;
  const body = bytes.subarray(0, BODY_LENGTH);
  const checksum = sha256(sha256(body));
  const isRight = bytes.subarray(BODY_LENGTH).every((byte, place) => byte === checksum[place]);
  return isRight && body.subarray(1).some((byte) => byte !== 0) ? address : null;
}

/** An address has one spelling. */
export function toTronAddressKey(address: string): string {
  return address;
}
