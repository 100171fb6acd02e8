import type { Failure, WalletFailureReason } from "#machines/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";

/** What was being asked of the wallet; decides what an error without a number of its own means. */
export type WalletStep = "connect" | "switchNetwork" | "sign" | "pay";

const UNKNOWN_MEANS: Record<WalletStep, WalletFailureReason> = {
  connect: "connectionFailed",
  switchNetwork: "wrongNetwork",
  sign: "connectionFailed",
  pay: "payFailed",
};

/** Mobile wallets wrap the real error: `-32603` with `data.originalError`. */
function unwrap(error: unknown): unknown {
  const inner = readField(readField(error, "data"), "originalError") ?? readField(readField(error, "data"), "cause");
  return readField(inner, "code") === undefined ? error : unwrap(inner);
}

function toReason(code: unknown, message: string, step: WalletStep): WalletFailureReason {
  switch (code) {
    case 4001:
      return "cancelled";
    case 4100:
      return step === "connect" ? "denied" : "notConnected";
    case 4900:
    case 4901:
      return "connectionFailed";
    case 4902:
      return "wrongNetwork";
    case -32002:
      // The wallet's window is open already, most often to be unlocked.
      return step === "pay" ? "payFailed" : "locked";
    default:
      return /insufficient funds/iu.test(message) ? "insufficientBalance" : UNKNOWN_MEANS[step];
  }
}

/** What an EIP-1193 wallet's error means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  if (readField(error, "kind") === "wallet") return error as Failure;
  return describeError(unwrap(error), (code, message) => toReason(code, message, step));
}
