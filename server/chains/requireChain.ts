import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { EthereumChain } from "./ethereum/ethereumChain.ts";

/** The chain of a coin; throws coinNotEnabled when this server is not connected to it. */
export function requireChain(app: Pick<App, "ethereum">, coinType: CoinType): EthereumChain {
  if (coinType !== "eth" || app.ethereum === null) throw new ApiError("coinNotEnabled");
  return app.ethereum;
}
