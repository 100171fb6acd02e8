import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

/** @throws {Failure} of kind `wallet` */
export function rejectWallet(reason: WalletFailureReason): never {
  throw { kind: "wallet", reason } satisfies Failure;
}
