import { ApiError } from "#server/calls/apiError.ts";
import type { Chain } from "./chain.ts";

/** Throws walletUnsupported for a contract's address: no key can sign a proof for it. */
export async function refuseContract(chain: Chain, address: string): Promise<void> {
  if (!(await chain.canSign(address))) throw new ApiError("walletUnsupported");
}
