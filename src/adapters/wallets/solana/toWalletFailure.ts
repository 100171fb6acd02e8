import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";
import { readProviderReason, readStepReason, type WalletStep } from "../readProviderReason.ts";

/** A wallet that is gone. */
const LOST: WalletFailureReason = "connectionFailed";

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
  const reason = readProviderReason(code, step, LOST);
  return reason ?? (REFUSED.test(message) ? "cancelled" : readStepReason(step, LOST));
}

/** Errors of some wallets have the real one in `error`. */
function unwrap(error: unknown): unknown {
  const inner = readField(error, "error");
  return readField(inner, "message") === undefined ? error : unwrap(inner);
}

/** What the error of a Solana wallet, or of a node, means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(unwrap(error), (code, message) => toReason(code, message, step));
}
