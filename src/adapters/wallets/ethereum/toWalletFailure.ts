import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";
import { readProviderReason, readStepReason, type WalletStep } from "../readProviderReason.ts";

/** Mobile wallets wrap the real error: `-32603` with `data.originalError`. */
function unwrap(error: unknown): unknown {
  const inner = readField(readField(error, "data"), "originalError") ?? readField(readField(error, "data"), "cause");
  return readField(inner, "code") === undefined ? error : unwrap(inner);
}

/** A provider that is gone. */
const LOST: WalletFailureReason = "connectionFailed";

function toReason(code: unknown, message: string, step: WalletStep): WalletFailureReason {
  const reason = readProviderReason(code, step, LOST);
  if (reason !== null) return reason;
  return /insufficient funds/iu.test(message) ? "insufficientBalance" : readStepReason(step, LOST);
}

/** What an EIP-1193 wallet's error means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(unwrap(error), (code, message) => toReason(code, message, step));
}
