/** The CAIP-2 id of a network with this EIP-155 chain id. */
export function formatNetworkId(chainId: number): string {
  return `eip155:${chainId}`;
}

/** The EIP-155 chain id of a CAIP-2 id, or null for another kind of network. */
export function parseChainId(networkId: string): number | null {
  const chainId = Number(/^eip155:([0-9]+)$/.exec(networkId)?.[1]);
  return Number.isSafeInteger(chainId) ? chainId : null;
}
