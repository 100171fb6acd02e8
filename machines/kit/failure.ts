import type { ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";

export type WalletFailureReason =
  | "notInstalled"
  | "notLoggedIn"
  | "locked"
  | "denied"
  | "cancelled"
  | "notConnected"
  | "connectionFailed"
  | "linkFailed"
  | "linkTimeout"
  | "payFailed"
  | "signedTooLate"
  | "wrongNetwork"
  | "addressMismatch"
  | "insufficientBalance"
  | "balanceUnavailable"
  | "rpcUnreachable"
  | "confirmationTimeout";

/** What adapters reject with: JSON, so that it survives in a machine's context and in the inspector. */
export type Failure =
  | {
      kind: "api";
      error: ErrorKey;
      message: string;
      retryAfterSeconds?: number;
      /** The chats that the refusal is about. */
      conditions?: readonly components["schemas"]["Condition"][];
    }
  | { kind: "unauthorized" }
  | { kind: "network" }
  | { kind: "timeout" }
  | { kind: "aborted" }
  | { kind: "wallet"; reason: WalletFailureReason; detail?: string }
  /** An order that was to be paid has ended. */
  | { kind: "orderEnded"; status: "cancelled" | "expired" }
  /** `isForPeople`: the message is to be shown as it is. */
  | { kind: "unexpected"; message: string; isForPeople?: true };

const KINDS: ReadonlySet<string> = new Set([
  "api",
  "unauthorized",
  "network",
  "timeout",
  "aborted",
  "wallet",
  "orderEnded",
  "unexpected",
] satisfies Failure["kind"][]);

function isFailure(error: unknown): error is Failure {
  return (
    typeof error === "object" &&
    error !== null &&
    !(error instanceof Error) &&
    "kind" in error &&
    typeof error.kind === "string" &&
    KINDS.has(error.kind)
  );
}

/** Narrows whatever an actor rejected with; anything but a Failure becomes `unexpected`. */
export function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  if (error instanceof Error)
    return error.name === "AbortError" ? { kind: "aborted" } : { kind: "unexpected", message: error.message };
  return { kind: "unexpected", message: String(error) };
}

/** A guard: the last step failed for want of a network, and is read again by itself once there is one. */
export function lacksNetwork({ context }: { context: { failure: Failure | null } }): boolean {
  return context.failure?.kind === "network";
}

export function isTimeout(error: unknown): boolean {
  return toFailure(error).kind === "timeout";
}

export function hasApiError(error: unknown, key: ErrorKey): boolean {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === key;
}

export function hasWalletReason(error: unknown, reasons: readonly WalletFailureReason[]): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.includes(failure.reason);
}
