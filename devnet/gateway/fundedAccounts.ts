import { readKeypair } from "#devnet/solana/devnetKeys.ts";
import type { DevnetInfo } from "./gatewaySettings.ts";

/** What the local Solana wallet shows its owner and, in base64, the keys that it shows pages. */
export function listSolanaAccounts(keys: readonly string[]) {
  return keys.map((key, index) => {
    const { publicKey } = readKeypair(key);
    return {
      index,
      name: `Account ${index + 1}`,
      address: publicKey.toBase58(),
      publicKey: Buffer.from(publicKey.toBytes()).toString("base64"),
    };
  });
}

/** What the local Tron wallet shows its owner, and where its node is. */
export function listTronAccounts({ fullHost, network, fundedAddresses }: NonNullable<DevnetInfo["tron"]>) {
  return {
    accounts: fundedAddresses.map((address, index) => ({ index, name: `Account ${index + 1}`, address })),
    chainId: network.id.slice("tron:".length),
    fullHost,
  };
}
