import { type Address, beginCell, contractAddress, type StateInit } from "@ton/core";
import { V4R2, V4R2_CODE, V5R1, V5R1_CODE, type WalletKind } from "./knownWallets.ts";
import { GLOBAL_IDS } from "./networkId.ts";

const WORKCHAIN = 0;
/** The id of wallets v3 and v4 that wallet apps make. */
const DEFAULT_WALLET_ID = 698_983_191;
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
  const v4 = createWallet(V4R2, DEFAULT_WALLET_ID, publicKey, {
    code: V4R2_CODE,
    data: beginCell()
      .storeUint(0, 32)
      .storeUint(DEFAULT_WALLET_ID, 32)
      .storeBuffer(publicKey)
      // No plugins.
      .storeBit(false)
      .endCell(),
  });
  const v5 = GLOBAL_IDS.map((globalId) => {
    const walletId = formatV5WalletId(globalId);
    return createWallet(V5R1, walletId, publicKey, {
      code: V5R1_CODE,
      data: beginCell()
        // Its key may sign.
        .storeBit(true)
        .storeUint(0, 32)
        .storeUint(walletId, 32)
        .storeBuffer(publicKey)
        // No extensions.
        .storeBit(false)
        .endCell(),
    });
  });
  return [v4, ...v5];
}

/** The id of the first wallet v5r1 of a key on a network. */
export function formatV5WalletId(globalId: number): number {
  return (FIRST_V5 ^ globalId) >>> 0;
}

function createWallet(kind: WalletKind, walletId: number, publicKey: Buffer, init: StateInit): TreasuryWallet {
  return { kind, walletId, publicKey, init, address: contractAddress(WORKCHAIN, init) };
}

/** Wallets of the key that `npm start` gives to its treasury. */
const PUBLIC_ADDRESSES: ReadonlySet<string> = new Set([
  "0:df67f6b4efcd282fb180186b2761caf33b0b46915191d15b495e001dde3abe6f",
  "0:69a914b15a6a09fd7e882f6fa0240b4ef25bc4d97b7064e0086cc6af5309c776",
  "0:6f9730071ee37cf4d0d4d0e00f74273aa9053c7308096c0b2a58d8bd4a1938ac",
]);

/** Whether everyone knows the private key of this address, in its key form. */
export function isPublicTreasury(addressKey: string): boolean {
  return PUBLIC_ADDRESSES.has(addressKey);
}
