import { getAddress } from "ethers/address";

const FORM = /^0x[0-9a-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;

/**
 * Converts an Ethereum address into its checksum form (EIP-55).
 * Returns null for anything else: another form, mixed case with a wrong checksum, or the zero address.
 */
export function normalizeEthereumAddress(text: string): string | null {
  const address = text.trim();
  if (!FORM.test(address) || ZERO.test(address)) return null;
  try {
    return getAddress(address);
  } catch {
    return null;
  }
}

/** The case of the letters is the checksum. */
export function toEthereumAddressKey(address: string): string {
  return address.toLowerCase();
}
