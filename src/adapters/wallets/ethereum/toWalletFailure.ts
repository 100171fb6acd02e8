import type { Failure } from "#machines/kit/failure.ts";
import { describeError } from "../describeError.ts";
import type { WalletStep } from "../readProviderReason.ts";

/** What an EIP-1193 wallet's error means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(error, {
    step,
    lost: "connectionFailed",
    readChainReason: (text) => (/insufficient (?:funds|balance)/iu.test(text) ? "insufficientBalance" : null),
  });
}
