import { toAddressKey } from "#domain/address/addressKey.ts";
import { findTonMistake, normalizeTonAddress } from "#domain/address/ton.ts";
import type { ChainAddress } from "../chain.ts";

/**
 * Parses an address that may pay on the network with this CAIP-2 id: null for a malformed one, a wrong checksum, the zero
 * address, one that is for test networks only on the main one, and a treasury.
 */
export function readPayerAddress(
  text: string,
  treasuryKeys: ReadonlySet<string>,
  networkId: string,
): ChainAddress | null {
  const address = normalizeTonAddress(text);
  if (address === null || findTonMistake(text, networkId) !== null) return null;
  const addressKey = toAddressKey("Ton", address);
  return treasuryKeys.has(addressKey) ? null : { address, addressKey };
}
