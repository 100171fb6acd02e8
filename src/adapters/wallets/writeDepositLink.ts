import type { components } from "#contract/schema.d.ts";

type Schemas = components["schemas"];

/**
 * What a wallet's scanner reads: the address, and where the chain has one, the reference. EIP-681, Solana Pay, TON's
 * transfer link; Tron has none.
 */
export function writeDepositLink({
  coinType,
  network,
  address,
  reference,
  jettonMaster,
}: Schemas["DepositInfo"]): string {
  const query = (name: string, known: Record<string, string> = {}) => {
    const values = new URLSearchParams({ ...known, ...(reference === null ? {} : { [name]: reference }) });
    return values.size === 0 ? "" : `?${values}`;
  };
  switch (coinType) {
    case "eth":
      return `ethereum:${address}@${network.id.split(":")[1] ?? "1"}`;
    case "sol":
      return `solana:${address}${query("reference")}`;
    case "ton":
    case "usdt":
      return `ton://transfer/${address}${query("text", jettonMaster === null ? {} : { jetton: jettonMaster })}`;
    case "tron":
      return address;
  }
}
