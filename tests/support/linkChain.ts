import type { Chain } from "#server/chains/chain.ts";
import type { Chains } from "#server/chains/chains.ts";

/** The chains of a server that has reached this one and no other. */
export function linkChain(chain: Chain): Chains {
  return { [chain.coinType]: { facts: chain, state: "ready", chain } };
}
