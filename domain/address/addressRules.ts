import type { WalletType } from "../coins.ts";
import { normalizeEthereumAddress, toEthereumAddressKey } from "./ethereum.ts";
import { normalizeSolanaAddress, toSolanaAddressKey } from "./solana.ts";
import { normalizeTonAddress, toTonAddressKey } from "./ton.ts";
import { normalizeTronAddress, toTronAddressKey } from "./tron.ts";

export interface AddressRules {
  /** The canonical form, or null for anything that is not an address with a private key. */
  normalize: (text: string) => string | null;
  /** The form in which two spellings of one address are equal. */
  toKey: (address: string) => string;
  /** How an address begins, for the placeholder of an empty field; null if it varies. */
  placeholder: string | null;
}

export const ADDRESS_RULES: Readonly<Record<WalletType, AddressRules>> = {
  ETH: { normalize: normalizeEthereumAddress, toKey: toEthereumAddressKey, placeholder: "0x…" },
  Solana: { normalize: normalizeSolanaAddress, toKey: toSolanaAddressKey, placeholder: null },
  Tron: { normalize: normalizeTronAddress, toKey: toTronAddressKey, placeholder: "T…" },
  Ton: { normalize: normalizeTonAddress, toKey: toTonAddressKey, placeholder: "UQ…" },
};
