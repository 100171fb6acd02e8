import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";
import { describeError } from "../describeError.ts";
import type { WalletStep } from "../readProviderReason.ts";

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

function readChainReason(text: string, step: WalletStep): WalletFailureReason | null {
  if (TOO_LITTLE.test(text)) return "insufficientBalance";
  if (step !== "pay") return null;
  if (EXPIRED.test(text)) return "confirmationTimeout";
  if (STALE.test(text)) return "signedTooLate";
  if (NO_BALANCE.test(text)) return "balanceUnavailable";
  return NO_NODE.test(text) ? "rpcUnreachable" : null;
}

/** What the error of a Solana wallet, or of a node, means to the person. */
export function toWalletFailure(error: unknown, step: WalletStep): Failure {
  return describeError(error, {
    step,
    lost: "connectionFailed",
    readChainReason: (text) => readChainReason(text, step),
  });
}
