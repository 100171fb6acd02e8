import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import { describeError } from "../describeError.ts";
import { readProviderReason, readStepReason, type WalletStep } from "../readProviderReason.ts";

/** A wallet that is gone. */
const LOST: WalletFailureReason = "linkFailed";

/** Wallets tell what became of a signature in words alone. */
const REFUSED = /(?:declined|rejected|denied|cancell?ed) by (?:the )?user|user (?:rejected|denied|cancell?ed)/iu;

function toReason(code: unknown, message: string, step: WalletStep): WalletFailureReason {
  const reason = readProviderReason(code, step, LOST);
  if (reason !== null) return reason;
  if (REFUSED.test(message)) return "cancelled";
  return /balance is not sufficient|insufficient/iu.test(message) ? "insufficientBalance" : readStepReason(step, LOST);
}

/** What a wallet's error means to the person. TronWeb rejects with texts, too. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(typeof error === "string" ? { message: error } : error, (code, message) =>
    toReason(code, message, step),
  );
}
