import type { Failure } from "#machines/kit/failure.ts";
import { describeError } from "../describeError.ts";
import type { WalletStep } from "../readProviderReason.ts";

/** What a wallet's error means to the person. TronWeb rejects with texts, too. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(error, {
    step,
    lost: "linkFailed",
    readChainReason: (text) => (/balance is not sufficient|insufficient/iu.test(text) ? "insufficientBalance" : null),
  });
}
