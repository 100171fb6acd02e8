import type { WalletType } from "../coins.ts";

interface AddressForm {
  pattern: RegExp;
  /** How an address begins, for the placeholder of an empty field; null if it varies. */
  placeholder: string | null;
}

/** What an address looks like. Checksums and keys are checked by the rules of `addressRules.ts`, which need hashes. */
export const ADDRESS_FORMS: Readonly<Record<WalletType, AddressForm>> = {
  ETH: { pattern: /^0x[0-9a-fA-F]{40}$/, placeholder: "0x…" },
  Solana: { pattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, placeholder: null },
  Tron: { pattern: /^T[1-9A-HJ-NP-Za-km-z]{33}$/, placeholder: "T…" },
  Ton: { pattern: /^(?:[\w+/-]{48}|(?:0|-1):[0-9a-fA-F]{64})$/, placeholder: "UQ…" },
};
