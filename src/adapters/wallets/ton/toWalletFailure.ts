import {
  BadRequestError,
  FetchWalletsError,
  TonConnectError,
  TonConnectUIError,
  UnknownAppError,
  UserRejectsError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletWrongNetworkError,
} from "@tonconnect/ui-react";

import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";
import { isWalletFailure } from "../rejectWallet.ts";
import { listWords, readSpoken } from "../readWalletWords.ts";

/** What was being asked of the wallet; decides what an error means. */
type WalletStep = "detect" | "connect" | "pay";

const UNKNOWN_MEANS: Record<WalletStep, WalletFailureReason> = {
  detect: "linkFailed",
  connect: "connectionFailed",
  pay: "payFailed",
};

/** By the class: a build shortens the names of classes. */
function toReason(error: unknown, step: WalletStep): WalletFailureReason {
  const spoken = readSpoken(listWords(error));
  // The wallet still asks about an earlier payment, which the person may agree to.
  if (spoken === "busy") return UNKNOWN_MEANS[step];
  if (error instanceof UserRejectsError || spoken === "refused") return step === "pay" ? "cancelled" : "denied";
  if (error instanceof WalletWrongNetworkError) return "wrongNetwork";
  if (error instanceof WalletNotInjectedError) return "notInstalled";
  // The wallet has forgotten this app, so it has sent nothing either.
  if (error instanceof WalletNotConnectedError || error instanceof UnknownAppError) {
    return step === "pay" ? "notConnected" : "connectionFailed";
  }
  if (error instanceof FetchWalletsError) return "linkFailed";
  if (spoken === "wrongAccount") return step === "pay" ? "addressMismatch" : "connectionFailed";
  const isShort = error instanceof BadRequestError && /insufficient|not enough/iu.test(error.message);
  return isShort ? "insufficientBalance" : UNKNOWN_MEANS[step];
}

/** What an error of TON Connect means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  if (isWalletFailure(error)) return error;
  const reason = toReason(error, step);
  // The library's window says that nothing was sent when it is closed, while the wallet may still pay.
  const isTold = error instanceof TonConnectError && !(error instanceof TonConnectUIError);
  const detail = isTold ? error.message.trim().slice(0, 200) : "";
  return detail === "" ? { kind: "wallet", reason } : { kind: "wallet", reason, detail };
}
