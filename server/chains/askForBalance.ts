import { ApiError } from "#server/calls/apiError.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";

/** Reads a balance from a chain. Throws balanceUnavailable while the chain is unreachable. */
export async function askForBalance(ask: () => Promise<bigint>): Promise<bigint> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ChainUnavailable ? new ApiError("balanceUnavailable") : error;
  }
}
