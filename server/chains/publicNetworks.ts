/** The public networks of a chain that is known by its first block. */
export interface PublicNetworks {
  isPublicGenesis: (genesis: string) => boolean;
  /** The display name; an unknown network is a local one. */
  nameNetwork: (networkId: string) => string;
}

/**
 * @param family what networks of this kind are called
 * @param names by the id of each network's first block
 */
export function listPublicNetworks(
  family: string,
  names: Readonly<Record<string, string>>,
  formatNetworkId: (genesis: string) => string,
): PublicNetworks {
  const byGenesis = new Map(Object.entries(names));
  const byId = new Map([...byGenesis].map(([genesis, name]) => [formatNetworkId(genesis), name]));
  return {
    isPublicGenesis: (genesis) => byGenesis.has(genesis),
    nameNetwork: (networkId) => byId.get(networkId) ?? `${family} (local)`,
  };
}
