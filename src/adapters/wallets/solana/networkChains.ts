/** What the Wallet Standard calls the networks that wallets know, by their CAIP-2 ids. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:mainnet"],
  ["solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z", "solana:testnet"],
  ["solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "solana:devnet"],
]);

/** Any other network. */
const LOCAL = "solana:localnet";

/** How the Wallet Standard names a network. */
export function toChainName(networkId: string): string {
  return NAMES.get(networkId) ?? LOCAL;
}

/** The CAIP-2 id of a network that the Wallet Standard names. */
export function toNetworkId(chainName: string): string {
  return [...NAMES].find(([, name]) => name === chainName)?.[0] ?? chainName;
}
