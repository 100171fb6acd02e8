import type { Failure, WalletFailureReason } from "#machines/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";

/** What was being asked of the wallet; decides what an error without a number of its own means. */
export type WalletStep = "connect" | "switchNetwork" | "sign" | "pay";

const UNKNOWN_MEANS: Record<WalletStep, WalletFailureReason> = {
  connect: "linkFailed",
  switchNetwork: "wrongNetwork",
  sign: "linkFailed",
  pay: "payFailed",
};

function toReason(code: unknown, message: string, step: WalletStep): WalletFailureReason {
  switch (code) {
    case 4001:
      return "cancelled";
    case 4100:
      return step === "connect" ? "denied" : "notConnected";
    case 4900:
    case 4901:
      return "linkFailed";
    case 4902:
      return "wrongNetwork";
    case -32002:
      // The wallet's window is open already, most often to be unlocked.
      return step === "pay" ? "payFailed" : "locked";
    default:
      // Wallets tell what became of a signature in words alone.
      if (
        /(?:declined|rejected|denied|cancell?ed) by (?:the )?user|user (?:rejected|denied|cancell?ed)/iu.test(message)
      )
        return "cancelled";
      return /balance is not sufficient|insufficient/iu.test(message) ? "insufficientBalance" : UNKNOWN_MEANS[step];
  }
}

/** What a wallet's error means to the person. TronWeb rejects with texts, too. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  if (readField(error, "kind") === "wallet") return error as Failure;
  return describeError(typeof error === "string" ? { message: error } : error, (code, message) =>
    toReason(code, message, step),
  );
}
