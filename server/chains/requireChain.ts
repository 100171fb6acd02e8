import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Chain, ChainFacts } from "./chain.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";

/** The chain of a coin. Throws coinNotEnabled if it is not configured, ChainUnavailable while it is unreachable. */
export function requireChain(app: Pick<App, "chains">, coinType: CoinType): Chain {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  if (link.chain === null) throw new ChainUnavailable(coinType);
  return link.chain;
}

/** The facts of a coin's chain, also while it is unreachable. Throws coinNotEnabled if it is not configured. */
export function requireChainFacts(app: Pick<App, "chains">, coinType: CoinType): ChainFacts {
  const link = app.chains[coinType];
  if (link === undefined) throw new ApiError("coinNotEnabled");
  return link.facts;
}
