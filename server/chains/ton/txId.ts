/**
 * Parses the hash of an external message, normalized by TEP-467, in hex or base64, into lower-case hex: the form in
 * which transfers are stored. Null for any other text.
 */
export function parseTonTxId(text: string): string | null {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return text.slice(-64).toLowerCase();
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return /^[A-Za-z0-9+/]{43}=?$/.test(base64) ? Buffer.from(base64, "base64").toString("hex") : null;
}
