/** Parses a transaction's id into lower-case hex without 0x, the form in which transfers are stored. Null for any other text. */
export function parseTronTxId(text: string): string | null {
  return /^(0x)?[0-9a-fA-F]{64}$/.test(text) ? text.slice(-64).toLowerCase() : null;
}
