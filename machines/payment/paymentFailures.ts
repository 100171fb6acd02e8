import { toFailure, type Failure, type WalletFailureReason } from "../failure.ts";

export const NOT_PAYABLE: Failure = { kind: "api", error: "orderNotPayable", message: "" };

/** Reasons that prove that the wallet sent nothing. After any other error it may have sent a payment. */
export const UNSENT: ReadonlySet<WalletFailureReason> = new Set<WalletFailureReason>([
  "notInstalled",
  "notLoggedIn",
  "locked",
  "notConnected",
  "insufficientBalance",
]);

export function hasReason(error: unknown, reasons: ReadonlySet<WalletFailureReason>): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.has(failure.reason);
}

/** A link that retrying does not repair: the app makes a new one. */
export function isBadLink(failure: Failure | null): boolean {
  return failure?.kind === "api" && (failure.error === "paymentCodeMissing" || failure.error === "paymentCodeInvalid");
}
