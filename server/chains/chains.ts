import type { CoinType } from "#domain/coins.ts";
import type { Chain, ChainFacts } from "./chain.ts";

/** `away`: not reached yet. `foreign`: not the chain of this database; it is never used. */
export type ChainState = "ready" | "away" | "foreign";

/** A configured chain, reachable or not. */
export interface ChainLink {
  readonly facts: ChainFacts;
  readonly state: ChainState;
  /** Set once the chain is ready. */
  readonly chain: Chain | null;
}

/** The configured chains by their coin. */
export type Chains = Readonly<Partial<Record<CoinType, ChainLink>>>;

export function listChains(chains: Chains): ChainLink[] {
  return Object.values(chains);
}

/** A network's name for people: as the chain that is reached calls itself, else by its id alone. */
export function nameNetwork(link: ChainLink | undefined, networkId: string): string {
  const reached = link?.chain?.network;
  if (reached?.id === networkId) return reached.name;
  return link?.facts.nameNetwork(networkId) ?? networkId;
}
