/**
 * Parses a transaction hash into lower-case hex with 0x, the form in which transfers are stored. Null for any other
 * text.
 */
export function parseEthereumTxId(text: string): string | null {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null;
}
