import { expect, it } from "vitest";

import type { WalletStep } from "../readProviderReason.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

const says = (message: string, code?: number) => Object.assign(new Error(message), { code });

it.each<[string, unknown, WalletStep]>([
  ["cancelled", says("User rejected the request.", 4001), "connect"],
  ["cancelled", says("User rejected the request.", 4001), "pay"],
  ["cancelled", says("Transaction cancelled"), "pay"],
  ["cancelled", says("Approval Denied"), "sign"],
  ["denied", says("not authorized", 4100), "connect"],
  ["notConnected", says("not authorized", 4100), "pay"],
  ["connectionFailed", says("disconnected", 4900), "pay"],
  ["locked", says("request already open", -32002), "connect"],
  ["signedTooLate", says("Transaction simulation failed: Blockhash not found", -32002), "pay"],
  ["signedTooLate", says("Blockhash not found", -32003), "pay"],
  ["signedTooLate", { error: says('failed to send transaction: {"err":"BlockhashNotFound"}') }, "pay"],
  ["payFailed", says("Transaction simulation failed: Error processing Instruction 0", -32002), "pay"],
  ["connectionFailed", says("internal"), "connect"],
  ["connectionFailed", says("internal"), "sign"],
  ["payFailed", says("internal"), "pay"],
  ["payFailed", undefined, "pay"],
  ["insufficientBalance", says("Transfer: insufficient lamports 5, need 10"), "pay"],
  ["insufficientBalance", says("Transaction simulation failed: custom program error: 0x1", -32002), "pay"],
  ["insufficientBalance", says("Transaction results in InsufficientFundsForRent"), "pay"],
  ["insufficientBalance", says('{"InstructionError":[0,{"Custom":1}]}'), "pay"],
  ["insufficientBalance", says("Attempt to debit an account but found no record of a prior credit."), "pay"],
  ["payFailed", says("custom program error: 0x1771"), "pay"],
  ["confirmationTimeout", says("Signature 5x has expired: block height exceeded."), "pay"],
  ["balanceUnavailable", says("Failed to get the balance of the account"), "pay"],
  ["rpcUnreachable", says("failed to get recent blockhash: TypeError: Failed to fetch"), "pay"],
  ["insufficientBalance", { error: says("insufficient funds") }, "pay"],
  ["addressMismatch", { kind: "wallet", reason: "addressMismatch" }, "pay"],
])("says %s of %s", (reason, error, step) => {
  expect(toWalletFailure(error, step)).toMatchObject({ kind: "wallet", reason });
});

it("keeps the words of the wallet, though not all of a long text", () => {
  expect(toWalletFailure(says("no", 4001), "pay")).toEqual({ kind: "wallet", reason: "cancelled", detail: "4001 no" });
  const { detail } = toWalletFailure(says("x".repeat(500)), "pay") as { detail: string };
  expect(detail).toHaveLength(200);
  expect(toWalletFailure({}, "pay")).toEqual({ kind: "wallet", reason: "payFailed" });
});
