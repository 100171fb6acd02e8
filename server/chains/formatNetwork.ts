/** Names an Ethereum network as CAIP-2 does; orders and the books are stored with it. */
export function formatNetwork(chainId: number): string {
  return `eip155:${chainId}`;
}
