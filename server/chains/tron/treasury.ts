import { computeAddress } from "ethers/transaction";
import { toBase58Address } from "./address.ts";

/** The account whose key `npm start` gives to its treasury. */
const PUBLIC_ADDRESS = "TQx5h9HmqRaUyR3aL1oYs3M3oSX8NJQe1K";

/** Whether everyone knows the private key of this address. */
export function isPublicTreasury(address: string): boolean {
  return address === PUBLIC_ADDRESS;
}

/** The address of a private key (32 bytes in hex, with or without 0x), or null for anything else. */
export function readKeyAddress(key: string): string | null {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key)) return null;
  try {
    return toBase58Address(`41${computeAddress(formatKey(key)).slice(2).toLowerCase()}`);
  } catch {
    // Zero, or beyond the curve's order.
    return null;
  }
}

/** A private key with 0x. */
export function formatKey(key: string): string {
  return `0x${key.slice(-64)}`;
}
