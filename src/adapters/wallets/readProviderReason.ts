import type { WalletFailureReason } from "#machines/kit/failure.ts";

/** What was being asked of the wallet; decides what an error without a number of its own means. */
export type WalletStep = "connect" | "switchNetwork" | "sign" | "pay";

/** What a number of EIP-1193 means, which wallets of other chains use too; null for any other. */
export function readProviderReason(
  code: unknown,
  step: WalletStep,
  lost: WalletFailureReason,
): WalletFailureReason | null {
  switch (code) {
    case 4001:
      return "cancelled";
    case 4100:
      return step === "connect" ? "denied" : "notConnected";
    case 4900:
    case 4901:
      return lost;
    case 4902:
      return "wrongNetwork";
    case -32002:
      // The wallet's window is open already, most often to be unlocked; from a node it is a failed simulation.
      return step === "pay" ? "payFailed" : "locked";
    default:
      return null;
  }
}

/** What an error means that says nothing more. */
export function readStepReason(step: WalletStep, lost: WalletFailureReason): WalletFailureReason {
  if (step === "pay") return "payFailed";
  return step === "switchNetwork" ? "wrongNetwork" : lost;
}
