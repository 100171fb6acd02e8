import type { WalletType } from "../coins.ts";
import type { AddressMistake } from "./addressMistake.ts";
import { findEthereumMistake, normalizeEthereumAddress } from "./ethereum.ts";
import { findSolanaMistake, normalizeSolanaAddress } from "./solana.ts";
import { findTonMistake, normalizeTonAddress } from "./ton.ts";
import { findTronMistake, normalizeTronAddress } from "./tron.ts";

interface AddressRules {
  /** The canonical form, or null for anything that is not an address with a private key. */
  normalize: (text: string) => string | null;
  /** Why a text cannot be bound on the network with this CAIP-2 id; null for one that can. */
  findMistake: (text: string, networkId: string | null) => AddressMistake | null;
}

export const ADDRESS_RULES: Readonly<Record<WalletType, AddressRules>> = {
  ETH: { normalize: normalizeEthereumAddress, findMistake: findEthereumMistake },
  Solana: { normalize: normalizeSolanaAddress, findMistake: findSolanaMistake },
  Tron: { normalize: normalizeTronAddress, findMistake: findTronMistake },
  Ton: { normalize: normalizeTonAddress, findMistake: findTonMistake },
};
