import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";
import { readField } from "./readField.ts";

/** @throws {Failure} of kind `wallet` */
export function rejectWallet(reason: WalletFailureReason): never {
  throw { kind: "wallet", reason } satisfies Failure;
}

/** Whether an error says already what it means to the person. */
export function isWalletFailure(error: unknown): error is Failure {
  return readField(error, "kind") === "wallet";
}
