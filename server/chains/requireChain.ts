import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";

/** The chain of a coin. Throws coinNotEnabled where none is configured, ChainUnavailable while it cannot be reached. */
export function requireChain(app: Pick<App, "chains">, coinType: CoinType): Chain {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  if (link.chain === null) throw new ChainUnavailable(coinType);
  return link.chain;
}

/** What is known of a coin's chain, also while it cannot be reached. Throws coinNotEnabled where none is configured. */
export function requireChainFacts(app: Pick<App, "chains">, coinType: CoinType): ChainFacts {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  return link.facts;
}
