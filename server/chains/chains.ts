import type { CoinType } from "#domain/coins.ts";
import type { Chain, ChainFacts } from "./chain.ts";

/** `away`: not reached yet. `foreign`: it is not the chain that the database belongs to, and is never used. */
export type ChainState = "ready" | "away" | "foreign";

/** One configured chain, whether it can be reached or not. */
export interface ChainLink {
  readonly facts: ChainFacts;
  readonly state: ChainState;
  /** Not null once it is ready. */
  readonly chain: Chain | null;
}

/** The configured chains by their coin. */
export type Chains = Readonly<Partial<Record<CoinType, ChainLink>>>;

export function listChains(chains: Chains): ChainLink[] {
  return Object.values(chains);
}
