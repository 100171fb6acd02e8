import type { WalletType } from "../coins.ts";
import { ADDRESS_RULES } from "./addressRules.ts";

/** The form in which two spellings of one address are equal. */
export function toAddressKey(walletType: WalletType, address: string): string {
  return ADDRESS_RULES[walletType].toKey(address);
}

export function isSameAddress(walletType: WalletType, left: string, right: string): boolean {
  return toAddressKey(walletType, left) === toAddressKey(walletType, right);
}
