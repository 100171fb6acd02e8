import type { WalletType } from "../coins.ts";

/**
 * The form in which two spellings of one address are equal. Ethereum writes the checksum in the letters' case
 * (EIP-55); the addresses of the other chains are exact.
 */
export function toAddressKey(walletType: WalletType, address: string): string {
  return walletType === "ETH" ? address.toLowerCase() : address;
}

export function isSameAddress(walletType: WalletType, left: string, right: string): boolean {
  return toAddressKey(walletType, left) === toAddressKey(walletType, right);
}
