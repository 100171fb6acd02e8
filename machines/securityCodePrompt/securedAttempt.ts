import type { components } from "#contract/schema.d.ts";
import { hasApiError } from "../failure.ts";

type Wallet = components["schemas"]["Wallet"];

/** What a person tries, and what the server may ask the security code for. */
export type SecuredAttempt =
  | { kind: "bindWallet"; type: Wallet["type"]; address: string }
  | { kind: "unbindWallet"; walletId: string }
  | { kind: "changeSecurityCode"; newSecurityCode: string }
  | { kind: "updateEmail"; email: string; verificationCode: string };

/** What a try with the right code led to. */
export type SecuredResult =
  | { kind: "bindWallet"; wallet: Wallet }
  | { kind: "unbindWallet" }
  | { kind: "changeSecurityCode" }
  | { kind: "updateEmail"; changedAt: string };

/** Whether a call failed only for want of the security code. */
export function isSecurityCodeAsked(error: unknown): boolean {
  return (
    hasApiError(error, "securityCodeRequired") ||
    hasApiError(error, "wrongSecurityCode") ||
    hasApiError(error, "securityCodeLocked")
  );
}
