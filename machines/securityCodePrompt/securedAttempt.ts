import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { type Failure, hasApiError } from "../kit/failure.ts";

type Payout = components["schemas"]["Payout"];
type Order = components["schemas"]["Order"];
type Wallet = components["schemas"]["Wallet"];

/** What a person tries, and what the server may ask the security code for. */
export type SecuredAttempt =
  /** `proof`: left out for a typed address. */
  | { kind: "bindWallet"; type: Wallet["type"]; address: string; proof?: components["schemas"]["WalletProof"] }
  | { kind: "unbindWallet"; walletId: string }
  | { kind: "changeSecurityCode"; newSecurityCode: string }
  | { kind: "updateEmail"; email: string; verificationCode: string }
  /** A repeat for the same quote makes no second payout. */
  | { kind: "payout"; quoteId: string }
  /** `maxFee`: a whole-coin decimal string; null switches it off. */
  | { kind: "autoPayout"; coinType: CoinType; maxFee: string | null }
  /** A repeat for the same order pays it once. */
  | { kind: "payFromBalance"; orderId: string }
  | { kind: "deleteAccount" };

/** What a try with the right code led to. */
export type SecuredResult =
  | { kind: "bindWallet"; wallet: Wallet }
  | { kind: "unbindWallet" }
  | { kind: "changeSecurityCode" }
  | { kind: "updateEmail"; changedAt: string }
  | { kind: "payout"; payout: Payout }
  | { kind: "autoPayout" }
  | { kind: "payFromBalance"; order: Order }
  | { kind: "deleteAccount" };

/** Why a call fails without the code, also where nobody knows it any more. */
export const CODE_REQUIRED: Failure = { kind: "api", error: "securityCodeRequired", message: "" };

/** Whether a call failed only for want of the security code. */
export function isSecurityCodeAsked(error: unknown): boolean {
  return (
    hasApiError(error, "securityCodeRequired") ||
    hasApiError(error, "wrongSecurityCode") ||
    hasApiError(error, "securityCodeLocked")
  );
}
