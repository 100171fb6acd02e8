import { keccak_256 } from "@noble/hashes/sha3";
import { type AddressMistake, findVisibleMistake } from "./addressMistake.ts";

/** A digit of the hash that makes its letter a capital. */
const LEAST_OF_CAPITAL = 8;

/**
 * Converts an Ethereum address into its checksum form (EIP-55).
 * Returns null for anything else: another form, mixed case with a wrong checksum, or the zero address.
 */
export function normalizeEthereumAddress(text: string): string | null {
  if (findVisibleMistake("ETH", text, null) !== null) return null;
  const address = text.trim();
  const digits = address.slice(2);
  const checked = `0x${writeChecksum(digits.toLowerCase())}`;
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === checked ? checked : null;
}

/** What keeps a text from being an Ethereum address; null for one that has a canonical form. */
export function findEthereumMistake(text: string): AddressMistake | null {
  return findVisibleMistake("ETH", text, null) ?? (normalizeEthereumAddress(text) === null ? "checksum" : null);
}

function writeChecksum(digits: string): string {
  const hash = keccak_256(digits);
  return Array.from(digits, (digit, place) => {
    const byte = hash[place >> 1] ?? 0;
    const half = place % 2 === 0 ? byte >> 4 : byte & 15;
    return half >= LEAST_OF_CAPITAL ? digit.toUpperCase() : digit;
  }).join("");
}
