import { ApiError } from "#server/http/apiError.ts";
import type { EthereumChain } from "./ethereum/ethereumChain.ts";

/**
 * Throws walletUnsupported for an address with a contract's code: its payments come as internal transfers and it
 * cannot sign a proof. Throws `awayKey` when no node tells.
 */
export async function refuseContract(
  chain: EthereumChain,
  address: string,
  awayKey: "chainUnavailable" | "balanceUnavailable" = "chainUnavailable",
): Promise<void> {
  const isContract = await chain.isContract(address).catch(() => {
    throw new ApiError(awayKey);
  });
  if (isContract) throw new ApiError("walletUnsupported");
}
