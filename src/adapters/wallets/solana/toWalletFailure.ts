import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";

/** What was being asked of the wallet; decides what an error that says nothing more means. */
export type WalletStep = "connect" | "sign" | "pay";

const UNKNOWN_MEANS: Record<WalletStep, WalletFailureReason> = {
  connect: "connectionFailed",
  sign: "connectionFailed",
  pay: "payFailed",
};

/** Wallets without numbers for errors say it in words. */
const REFUSED = /\b(?:user|request|approval|transaction|connection)\b.*\b(?:rejected|denied|declined|cancell?ed)\b/iu;
/** As wallets and nodes say it; program error 1 of a transfer is that its payer has too little. */
const TOO_LITTLE =
  /insufficient ?(?:funds|lamports|balance)|no record of a prior credit|custom program error: 0x1\b|"Custom": ?1\b/iu;
/** The wallet could not find out what the account holds, or reached no node at all. */
const NO_BALANCE = /\b(?:failed|unable|cannot|could not)\b.{0,20}\bbalance\b/iu;
const NO_NODE = /failed to fetch|fetch failed|network ?error/iu;
/** It was sent, and its blockhash ran out before a block had it. */
const EXPIRED = /block ?height exceeded|not confirmed in/iu;

/** The node that was to take it knows its blockhash no longer, so it has taken nothing. */
const STALE = /blockhash ?not ?found/iu;

function toReason(code: unknown, message: string, step: WalletStep): WalletFailureReason {
  if (TOO_LITTLE.test(message)) return "insufficientBalance";
  if (step === "pay") {
    if (EXPIRED.test(message)) return "confirmationTimeout";
    if (STALE.test(message)) return "signedTooLate";
    if (NO_BALANCE.test(message)) return "balanceUnavailable";
    if (NO_NODE.test(message)) return "rpcUnreachable";
  }
  switch (code) {
    case 4001:
      return "cancelled";
    case 4100:
      return step === "connect" ? "denied" : "notConnected";
    case 4900:
      return "connectionFailed";
    case -32002:
      // The wallet's window is open already, most often to be unlocked; from a node it is a failed simulation.
      return step === "pay" ? "payFailed" : "locked";
    default:
      return REFUSED.test(message) ? "cancelled" : UNKNOWN_MEANS[step];
  }
}

/** Errors of some wallets have the real one in `error`. */
function unwrap(error: unknown): unknown {
  const inner = readField(error, "error");
  return readField(inner, "message") === undefined ? error : unwrap(inner);
}

/** What the error of a Solana wallet, or of a node, means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  if (readField(error, "kind") === "wallet") return error as Failure;
  return describeError(unwrap(error), (code, message) => toReason(code, message, step));
}
