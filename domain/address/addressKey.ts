import type { WalletType } from "../coins.ts";
import { toTonAddressKey } from "./ton.ts";

/** Needs no hash, so who only compares addresses loads none. */
const TO_KEY: Readonly<Record<WalletType, (address: string) => string>> = {
  // The case of the letters is the checksum.
  ETH: (address) => address.toLowerCase(),
  // An address has one spelling.
  Solana: (address) => address,
  Tron: (address) => address,
  Ton: toTonAddressKey,
};

/** The form in which two spellings of one address are equal. */
export function toAddressKey(walletType: WalletType, address: string): string {
  return TO_KEY[walletType](address);
}

export function isSameAddress(walletType: WalletType, left: string, right: string): boolean {
  return toAddressKey(walletType, left) === toAddressKey(walletType, right);
}
