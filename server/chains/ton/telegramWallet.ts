import type { StateInit } from "@ton/core";
import { MAIN_ID, TEST_ID } from "./networkId.ts";

/**
 * The code of each of Telegram's own wallets (WalletTg), by its hash: it jumps to code that all of them share in
 * parameter -123 of the chain's configuration.
 */
const CODE_HASH = "9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768";
/** The layout of the first state: revision, number of the next message, the wallet's id, key. */
const REVISION_BITS = 8;
const SEQNO_BITS = 32;
const FIRST_REVISION = 0;
/** The ids of the wallets that Telegram makes, by network. */
const WALLET_IDS: ReadonlyMap<number, number> = new Map([
  [MAIN_ID, 0x7fff_7f11],
  [TEST_ID, 0x7fff_7ffd],
]);

/**
 * The key in the first state of a Telegram wallet, with which its address is made. It signs until the owner changes the
 * key; the address stays. Null for another contract, and for a wallet of another network.
 */
export function readAnchorKey({ code, data }: StateInit, globalId: number): Buffer | null {
  if (code?.hash().toString("hex") !== CODE_HASH || data === null || data === undefined || data.isExotic) return null;
  const slice = data.beginParse();
  if (slice.remainingBits !== REVISION_BITS + SEQNO_BITS + 32 + 256) return null;
  const revision = slice.loadUint(REVISION_BITS);
  const seqno = slice.loadUint(SEQNO_BITS);
  const walletId = slice.loadUint(32);
  if (revision !== FIRST_REVISION || seqno !== 0) return null;
  const isOfAnother = [...WALLET_IDS].some(([network, id]) => network !== globalId && id === walletId);
  return isOfAnother ? null : slice.loadBuffer(32);
}
