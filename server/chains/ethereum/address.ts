import { toAddressKey } from "#domain/address/addressKey.ts";
import { normalizeEthereumAddress } from "#domain/address/ethereum.ts";
import type { ChainAddress } from "../chain.ts";
import type { TreasuryKeys } from "./treasury.ts";

/** Parses an address that may pay: null for a malformed one, a wrong checksum, the zero address and the treasury. */
export function readPayerAddress(text: string, treasuryKeys: TreasuryKeys): ChainAddress | null {
  const address = normalizeEthereumAddress(text);
  if (address === null) return null;
  const addressKey = toAddressKey("ETH", address);
  return treasuryKeys.has(addressKey) ? null : { address, addressKey };
}
