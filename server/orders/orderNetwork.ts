import type { App } from "#server/app.ts";

/** The network of an order's row for the wire; `chainId` is the EIP-155 id. */
export function readOrderNetwork(
  network: string,
  app: Pick<App, "ethereum">,
): { name: string; chainId: number | null } {
  const chainId = Number(/^eip155:([0-9]+)$/.exec(network)?.[1]);
  if (!Number.isSafeInteger(chainId)) return { name: network, chainId: null };
  const known = app.ethereum?.network;
  return known?.chainId === chainId ? { name: known.name, chainId } : { name: network, chainId };
}
