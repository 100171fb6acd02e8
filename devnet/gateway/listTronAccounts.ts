import type { DevnetInfo } from "./gatewaySettings.ts";

/** What the local Tron wallet shows its owner, and where its node is. */
export function listTronAccounts({ fullHost, network, fundedAddresses }: NonNullable<DevnetInfo["tron"]>) {
  return {
    accounts: fundedAddresses.map((address, index) => ({ index, name: `Account ${index + 1}`, address })),
    chainId: network.id.slice("tron:".length),
    fullHost,
  };
}
