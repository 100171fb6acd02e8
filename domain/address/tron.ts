import { sha256 } from "@noble/hashes/sha256";
import { type AddressMistake, findVisibleMistake } from "./addressMistake.ts";
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
  return findTronMistake(text) === null ? text.trim() : null;
}

/** What keeps a text from being a Tron address; null for one that has a canonical form. */
export function findTronMistake(text: string): AddressMistake | null {
  const visible = findVisibleMistake("Tron", text, null);
  if (visible !== null) return visible;
  const bytes = decodeBase58(text.trim(), BODY_LENGTH + CHECKSUM_LENGTH);
  if (bytes === null) return "form";
  const body = bytes.subarray(0, BODY_LENGTH);
  const checksum = sha256(sha256(body));
  if (bytes.subarray(BODY_LENGTH).some((byte, place) => byte !== checksum[place])) return "checksum";
  if (body[0] !== PREFIX) return "otherChain";
  return body.subarray(1).some((byte) => byte !== 0) ? null : "zero";
}
