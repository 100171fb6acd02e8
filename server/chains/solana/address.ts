import { toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeSolanaAddress } from "#domain/address/solana.ts";
import type { ChainAddress } from "../chain.ts";

/** Parses an address that may pay: null for a malformed one, one without a key (off the curve), and a treasury. */
export function readPayerAddress(text: string, treasuries: ReadonlySet<string>): ChainAddress | null {
  const address = normalizeSolanaAddress(text);
  if (address === null || treasuries.has(toAddressKey("Solana", address))) return null;
  return { address, addressKey: toAddressKey("Solana", address) };
}
