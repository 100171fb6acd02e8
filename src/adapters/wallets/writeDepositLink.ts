import type { components } from "#contract/schema.d.ts";

type Schemas = components["schemas"];

/**
 * What a wallet's scanner reads: the address, and where the chain has one, the reference. EIP-681, Solana Pay, TON's
 * transfer link; Tron has none.
 */
export function writeDepositLink({ coinType, network, address, reference }: Schemas["DepositInfo"]): string {
  const query = (name: string) => (reference === null ? "" : `?${new URLSearchParams({ [name]: reference })}`);
  switch (coinType) {
    case "eth":
      return `ethereum:${address}@${network.id.split(":")[1] ?? "1"}`;
    case "sol":
      return `solana:${address}${query("reference")}`;
    case "ton":
      return `ton://transfer/${address}${query("text")}`;
    // A link of TON's names a jetton by its master, which no answer tells.
    case "usdt":
    case "tron":
      return address;
  }
}
