import { isSameAddress, toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeSolanaAddress } from "#domain/address/solana.ts";
import type { ChainAddress } from "../chain.ts";

/** Parses an address that may pay: null for a malformed one, one without a key (off the curve), and the treasury. */
export function readPayerAddress(text: string, treasuryAddress: string): ChainAddress | null {
  const address = normalizeSolanaAddress(text);
  if (address === null || isSameAddress("Solana", address, treasuryAddress)) return null;
  return { address, addressKey: toAddressKey("Solana", address) };
}
