import type { WalletType } from "../coins.ts";
import { ADDRESS_SIGNS } from "./addressMistake.ts";

/** The type of wallet that a text is an address of, by its look; null where it looks like none. */
export function findAddressType(text: string): WalletType | null {
  const address = text.trim();
  const types = Object.keys(ADDRESS_SIGNS) as WalletType[];
  return types.find((type) => ADDRESS_SIGNS[type].test(address)) ?? null;
}
