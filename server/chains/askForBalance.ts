import { ApiError } from "#server/calls/apiError.ts";
import { ChainUnavailable } from "./chainUnavailable.ts";

/** Asks a chain for a balance. Throws balanceUnavailable while the chain cannot be reached. */
export async function askForBalance(ask: () => Promise<bigint>): Promise<bigint> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ChainUnavailable ? new ApiError("balanceUnavailable") : error;
  }
}
