import type { KnownNetwork } from "../chainKind.ts";

/** A JSON-RPC call to one endpoint. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

const NAMES: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia", 31337: "Ethereum (local)" };
/** Development nodes, which may have no `finalized` block. */
const LOCAL_CHAIN_IDS: ReadonlySet<string> = new Set(["1337", "31337"]);

/** The EIP-155 id of an endpoint's chain. */
export async function readChainId(call: Call): Promise<string> {
  const chainId = Number(await call("eth_chainId", []));
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error("eth_chainId is missing");
  return String(chainId);
}

/** The network with this EIP-155 chain id. */
export function findNetwork(chainId: string): KnownNetwork {
  const id = `eip155:${chainId}`;
  return { id, name: nameNetwork(id), isLocal: LOCAL_CHAIN_IDS.has(chainId) };
}

/** The name of a network by its CAIP-2 id; the id itself for another kind of network. */
export function nameNetwork(networkId: string): string {
  const chainId = Number(/^eip155:([0-9]+)$/.exec(networkId)?.[1]);
  return Number.isSafeInteger(chainId) ? (NAMES[chainId] ?? `Ethereum chain ${chainId}`) : networkId;
}
