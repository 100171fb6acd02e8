import { isSameAddress, toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeEthereumAddress } from "#domain/address/ethereum.ts";
import type { ChainAddress } from "../chain.ts";

/** Parses an address that may pay: null for a malformed one, a wrong checksum, the zero address and the treasury. */
export function readPayerAddress(text: string, treasuryAddress: string): ChainAddress | null {
  const address = normalizeEthereumAddress(text);
  if (address === null || isSameAddress("ETH", address, treasuryAddress)) return null;
  return { address, addressKey: toAddressKey("ETH", address) };
}
