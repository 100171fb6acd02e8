import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";
import { isWalletFailure } from "./rejectWallet.ts";
import { readProviderReason, readStepReason, type WalletStep } from "./readProviderReason.ts";
import { listWords, readSpoken, type SpokenReason, type WalletWords } from "./readWalletWords.ts";

const DETAIL_LENGTH = 200;

interface Asked {
  step: WalletStep;
  /** What it means that the wallet is gone. */
  lost: WalletFailureReason;
  /** What the words mean on this chain alone, which counts first; null for any other. */
  readChainReason: (text: string) => WalletFailureReason | null;
}

/** A wallet's error, by its codes and words, which stay as the detail; what is a failure stays one. */
export function describeError(error: unknown, { step, lost, readChainReason }: Asked): Failure {
  if (isWalletFailure(error)) return error;
  const words = listWords(error);
  const text = words.map(({ message }) => message).join(" ");
  const spoken = readSpoken(words);
  const reason =
    readChainReason(text) ??
    (spoken === null ? null : toReason(spoken, step)) ??
    readCode(words, step, lost) ??
    readStepReason(step, lost);
  const detail = writeDetail(words);
  return detail === "" ? { kind: "wallet", reason } : { kind: "wallet", reason, detail };
}

function toReason(spoken: SpokenReason, step: WalletStep): WalletFailureReason {
  if (spoken === "refused") return "cancelled";
  if (spoken === "wrongAccount") return "addressMismatch";
  // A question that is open in the wallet while it is to pay may be the payment.
  return spoken === "busy" && step === "pay" ? "payFailed" : "locked";
}

/** The innermost code that means something. */
function readCode(
  words: readonly WalletWords[],
  step: WalletStep,
  lost: WalletFailureReason,
): WalletFailureReason | null {
  const reasons = words.map(({ code }) => readProviderReason(code, step, lost));
  return reasons.findLast((reason) => reason !== null) ?? null;
}

/** Of the innermost layer that says something. */
function writeDetail(words: readonly WalletWords[]): string {
  const { code, message } = words.findLast((one) => one.message !== "") ??
    words.at(-1) ?? { code: undefined, message: "" };
  return `${typeof code === "number" ? `${code} ` : ""}${message}`.trim().slice(0, DETAIL_LENGTH);
}
