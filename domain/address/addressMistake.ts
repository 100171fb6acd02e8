import type { WalletType } from "../coins.ts";
import { ADDRESS_FORMS } from "./addressForms.ts";

/**
 * Why a text is no address to bind: `otherChain` is one of another kind of wallet, `offCurve` one that no key can sign
 * for, `testNetwork` one that is for test networks only, on the main one, `masterchain` one on TON's masterchain, where
 * a transfer costs several times as much, and `treasury` the operator's own, which only the server knows.
 */
export type AddressMistake =
  | "form"
  | "checksum"
  | "testNetwork"
  | "masterchain"
  | "otherChain"
  | "zero"
  | "offCurve"
  | "treasury";

export const TON_MAIN_NETWORK_ID = "tvm:-239";
/** Friendly, with the flag that software on the main network has to refuse (TEP-2). */
const TON_TEST_ONLY = /^[k0][Qf]/;
/** Workchain -1, raw or friendly: the byte 0xff after the tag. */
const TON_MASTERCHAIN = /^(?:-1:|[EUk0]f)/;

/** How an address shows its kind where one of another kind is expected; narrower than its form. */
export const ADDRESS_SIGNS: Readonly<Record<WalletType, RegExp>> = {
  ETH: ADDRESS_FORMS.ETH.pattern,
  // Shorter ones are rare, and look like addresses of other chains.
  Solana: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
  Tron: ADDRESS_FORMS.Tron.pattern,
  Ton: /^(?:[EUk0][Qf][\w+/-]{46}|(?:0|-1):[0-9a-fA-F]{64})$/,
};
const KINDS = Object.keys(ADDRESS_SIGNS) as WalletType[];

/** Spellings of zero without a checksum, of every chain that has one. */
const ZERO = /^(?:0x0{40}|1{32}|(?:0|-1):0{64})$/;

/** The mistake that a text shows without hashes. `networkId`: CAIP-2; null where it is not known. */
export function findVisibleMistake(type: WalletType, text: string, networkId: string | null): AddressMistake | null {
  const address = text.trim();
  if (KINDS.some((kind) => kind !== type && ADDRESS_SIGNS[kind].test(address))) return "otherChain";
  if (!ADDRESS_FORMS[type].pattern.test(address)) return "form";
  if (ZERO.test(address)) return "zero";
  if (type !== "Ton") return null;
  if (networkId === TON_MAIN_NETWORK_ID && TON_TEST_ONLY.test(address)) return "testNetwork";
  return TON_MASTERCHAIN.test(address) ? "masterchain" : null;
}
