/** Recovery phrases have twelve words or more; no address has spaces. */
const PHRASE = /^(?:[\p{L}\p{M}]+[\s,]+){11,}[\p{L}\p{M}]+$/u;

/** Wallets show and copy the words of a phrase with their numbers. */
const NUMBERING = /\d{1,2}(?:[.):-]\s*|\s+)/gu;

/** A phrase without its spaces, as a field for an address has it. */
const JOINED_PHRASE = /^[a-z]{36,}$/;

/** The private keys that wallets export: 32 bytes in hex, 64 in base58 or as a list of numbers, and extended keys. */
const KEYS: readonly RegExp[] = [
  /^(?:0x)?[0-9a-fA-F]{64}$/,
  /^(?:0x)?[0-9a-fA-F]{128}$/,
  /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
  /^\[(?:\s*\d{1,3}\s*,){31,63}\s*\d{1,3}\s*\]$/,
  /^[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,}$/,
];

/** Whether a text pasted for an address is a recovery phrase or a private key, which must be kept and sent nowhere. */
export function looksLikeSecret(text: string): boolean {
  const trimmed = text.trim();
  const words = trimmed.replaceAll(NUMBERING, " ").trim();
  return PHRASE.test(words) || JOINED_PHRASE.test(trimmed) || KEYS.some((key) => key.test(trimmed));
}
