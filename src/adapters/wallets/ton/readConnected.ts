import type { Account, Wallet } from "@tonconnect/ui-react";

import { normalizeTonAddress } from "#domain/address/ton.ts";
import type { ConnectedAccount, WalletSignature } from "#machines/walletConnection/walletConnection.machine.ts";

import { rejectWallet } from "../rejectWallet.ts";

/** Before the global id in a CAIP-2 id. */
const NAMESPACE = "tvm:";

/** The global id of a network as TON Connect spells it. */
export function toChainId(networkId: string): string {
  return networkId.slice(NAMESPACE.length);
}

export function toConnectedAccount({ address, chain }: Account): ConnectedAccount {
  return {
    address: normalizeTonAddress(address) ?? rejectWallet("connectionFailed"),
    networkId: `${NAMESPACE}${chain}`,
  };
}

/** The proof that came with a connection. Rejects where the wallet gave none. */
export function readProof({ account, connectItems }: Wallet): WalletSignature {
  const reply = connectItems?.tonProof;
  if (reply === undefined || !("proof" in reply) || account.publicKey === undefined) {
    return rejectWallet("connectionFailed");
  }
  const { timestamp, domain, signature, payload } = reply.proof;
  return {
    tonProof: {
      network: account.chain,
      publicKey: account.publicKey,
      stateInit: account.walletStateInit,
      proof: {
        timestamp,
        domain: { lengthBytes: domain.lengthBytes, value: domain.value },
        signature,
        payload,
      },
    },
  };
}
