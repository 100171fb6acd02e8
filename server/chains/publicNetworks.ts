import type { KnownNetwork } from "./chainKind.ts";

/** The networks of a chain that is known by its first block. */
interface KnownNetworks {
  /** The network with this first block. */
  findNetwork: (genesis: string) => KnownNetwork;
  /** The display name; an unknown network is a local one. */
  nameNetwork: (networkId: string) => string;
}

/**
 * @param family what networks of this kind are called
 * @param names by the id of each public network's first block
 * @param formatId the CAIP-2 id of the network with a first block
 */
export function listPublicNetworks(
  family: string,
  names: Readonly<Record<string, string>>,
  formatId: (genesis: string) => string,
): KnownNetworks {
  const byGenesis = new Map(Object.entries(names));
  const byId = new Map([...byGenesis].map(([genesis, name]) => [formatId(genesis), name]));
  const nameNetwork = (networkId: string) => byId.get(networkId) ?? `${family} (local)`;
  return {
    findNetwork(genesis) {
      const id = formatId(genesis);
      return { id, name: nameNetwork(id), isLocal: !byGenesis.has(genesis) };
    },
    nameNetwork,
  };
}
