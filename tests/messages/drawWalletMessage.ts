import type { WalletFailureReason } from "#machines/kit/failure.ts";

import { atConnection, atPayment, type DrawScene } from "./scenes.tsx";
import type { WalletMessage } from "./walletMessages.ts";

/** The state of the connection in which a message shows. */
const CONNECTION_STATES: Readonly<Partial<Record<WalletFailureReason, string>>> = {
  notInstalled: "notInstalled",
  locked: "locked",
  denied: "denied",
  connectionFailed: "failed",
  linkFailed: "failed",
  linkTimeout: "timedOut",
  wrongNetwork: "wrongNetwork",
  addressMismatch: "wrongAddress",
};
/** The state of the payment in which one shows, where it is not `failed`. */
const PAYMENT_STATES: Readonly<Partial<Record<WalletFailureReason, string>>> = {
  cancelled: "cancelled",
  signedTooLate: "reviewing",
  confirmationTimeout: "timedOut",
};

/** The payment page at the moment at which a person reads the message. */
export function drawWalletMessage({ reason, walletType }: WalletMessage): DrawScene {
  const failure = { kind: "wallet", reason } as const;
  const connectionState = CONNECTION_STATES[reason];
  if (connectionState !== undefined) return atConnection(connectionState, failure, walletType);
  return atPayment(PAYMENT_STATES[reason] ?? "failed", failure, walletType);
}
