import { createHmac, pbkdf2Sync } from "node:crypto";
import type { Address, Cell, StateInit } from "@ton/core";
import { WalletContractV4 } from "@ton/ton/dist/wallets/v4/WalletContractV4.js";
import { WalletContractV5R1 } from "@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js";
import { GLOBAL_IDS, MAIN_ID, TEST_ID } from "./network.ts";

/** A wallet's code, and where its data has what the server reads. */
export interface WalletKind {
  name: string;
  /** Bits before the number of the next message. */
  seqnoAt: number;
  /** Bits before the wallet's id, which tells wallets of one key apart. */
  walletIdAt: number;
  /** Bits before the public key. */
  publicKeyAt: number;
  /** Messages that it sends on by one of its own. */
  mostMessages: number;
}

export interface WalletData {
  kind: WalletKind;
  seqno: bigint;
  walletId: number;
  publicKey: Buffer;
}

const V3 = { seqnoAt: 0, walletIdAt: 32, publicKeyAt: 64, mostMessages: 4 };
const V5 = { seqnoAt: 1, walletIdAt: 33, publicKeyAt: 65, mostMessages: 255 };

const V4R2: WalletKind = { name: "v4r2", ...V3 };
export const V5R1: WalletKind = { name: "v5r1", ...V5 };

/** By the hash of their code. */
const KINDS: Readonly<Record<string, WalletKind>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: { name: "v3r1", ...V3 },
  "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599": { name: "v3r2", ...V3 },
  "64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d": { name: "v4r1", ...V3 },
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: V4R2,
  "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f": V5R1,
};

/** The kind of wallet that this code is, or null. */
export function findWalletKind(code: Cell): WalletKind | null {
  return KINDS[code.hash().toString("hex")] ?? null;
}

/** What a known wallet's state holds. Null for another contract, and for a state without code. */
export function readWallet({ code, data }: StateInit): WalletData | null {
  if (code === null || code === undefined || data === null || data === undefined) return null;
  const kind = findWalletKind(code);
  if (kind === null) return null;
  const read = (at: number, bits: number) => data.beginParse().skip(at).loadUint(bits);
  try {
    return {
      kind,
      seqno: BigInt(read(kind.seqnoAt, 32)),
      walletId: read(kind.walletIdAt, 32),
      publicKey: data.beginParse().skip(kind.publicKeyAt).loadBuffer(32),
    };
  } catch {
    // Data that is not of this code.
    return null;
  }
}

const WORKCHAIN = 0;
/** The first wallet v5 of a key; with a network's id it is the wallet's id. */
const FIRST_V5 = 0x8000_0000;

/** A wallet that can sign payouts. */
export interface TreasuryWallet {
  kind: WalletKind;
  walletId: number;
  publicKey: Buffer;
  address: Address;
  /** Deploys it with its first message; null for one that is known to be deployed. */
  init: StateInit | null;
}

/** The wallets of a key that wallet apps make: v4r2, and v5r1 of each public network. */
export function listWallets(publicKey: Buffer): TreasuryWallet[] {
  const { walletId, address, init } = WalletContractV4.create({ workchain: WORKCHAIN, publicKey });
  const v5 = GLOBAL_IDS.map((networkGlobalId) => {
    const wallet = WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId } });
    const id = formatV5WalletId(networkGlobalId);
    return { kind: V5R1, walletId: id, publicKey, address: wallet.address, init: wallet.init };
  });
  return [{ kind: V4R2, walletId, publicKey, address, init }, ...v5];
}

/** The id of the first wallet v5r1 of a key on a network. */
export function formatV5WalletId(globalId: number): number {
  return (FIRST_V5 ^ globalId) >>> 0;
}

/** Wallets of the keys that `npm start` gives to its treasuries. */
const PUBLIC_ADDRESSES: ReadonlySet<string> = new Set([
  "0:df67f6b4efcd282fb180186b2761caf33b0b46915191d15b495e001dde3abe6f",
  "0:69a914b15a6a09fd7e882f6fa0240b4ef25bc4d97b7064e0086cc6af5309c776",
  "0:6f9730071ee37cf4d0d4d0e00f74273aa9053c7308096c0b2a58d8bd4a1938ac",
  "0:b5f5a98a0c4ead4c3322eeb4d3fedfd571859355db1f50b5f3902ae4cf65d8f0",
  "0:79932a3c3d0e5d4b6d2b92b9276bf9fd87782471ac914c6ccdd188efe9ceddb3",
  "0:4da1f1b0bb201a8c6332dc249606a76faf2e3e0ed6e180d7ba996b0118c998c4",
]);

/** Whether everyone knows the private key of this address, in its key form. */
export function isPublicTreasury(addressKey: string): boolean {
  return PUBLIC_ADDRESSES.has(addressKey);
}

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

const MNEMONIC_WORDS = 24;
const MNEMONIC_ITERATIONS = 100_000;

/**
 * The seed of a wallet's 24 words (Ed25519, 32 bytes), as wallets of TON derive it: @ton/crypto does the same, but later
 * than settings are read. Null for words that are no such mnemonic, or that need a password.
 */
export function readMnemonicSeed(text: string): Buffer | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words.length !== MNEMONIC_WORDS) return null;
  const entropy = createHmac("sha512", words.join(" ")).update("").digest();
  const [version] = pbkdf2Sync(entropy, "TON seed version", Math.floor(MNEMONIC_ITERATIONS / 256), 64, "sha512");
  if (version !== 0) return null;
  return pbkdf2Sync(entropy, "TON default seed", MNEMONIC_ITERATIONS, 64, "sha512").subarray(0, 32);
}
