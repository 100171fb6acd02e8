import { COINS, type CoinType } from "#domain/coins.ts";
import type { Connected, WalletConnectionOutput, WalletWatch } from "../walletConnection/walletConnection.setup.ts";
import { hasWalletReason } from "./failure.ts";

interface Rejection {
  error: unknown;
}

const REFUSED = ["cancelled", "denied"] as const;
const OTHER_WALLET = ["wrongNetwork", "addressMismatch"] as const;
const UNSENT = [
  "notInstalled",
  "notLoggedIn",
  "locked",
  "notConnected",
  "insufficientBalance",
  "balanceUnavailable",
] as const;
const TOO_LATE = ["signedTooLate"] as const;

/** Whether an error of a wallet that was asked to pay proves that it sent nothing. */
export function hasSentNothing(error: unknown): boolean {
  return hasWalletReason(error, [...REFUSED, ...OTHER_WALLET, ...UNSENT, ...TOO_LATE]);
}

/**
 * For the `setup` of a chart that has a wallet pay: how the connection ended, and which errors of the wallet prove that it
 * sent nothing. After any other it may have sent the payment.
 */
export const walletPaymentGuards = {
  isConnected: (_: unknown, params: { output: WalletConnectionOutput }) => params.output.status === "connected",
  isCancelled: (_: unknown, params: Rejection) => hasWalletReason(params.error, REFUSED),
  isOtherWallet: (_: unknown, params: Rejection) => hasWalletReason(params.error, OTHER_WALLET),
  isUnsent: (_: unknown, params: Rejection) => hasWalletReason(params.error, UNSENT),
  isTooLate: (_: unknown, params: Rejection) => hasWalletReason(params.error, TOO_LATE),
};

/** The first state while a wallet is asked to pay. The chart has the second one, `slow`. */
export const prompt = {
  description: "The person needs time in the wallet's own window.",
  after: { walletTimeout: { target: "slow", description: "No answer for long." } },
} as const;

/** The input of the actor that ends once the wallet changes its account or network. */
export function createWatch(coinType: CoinType, connection: Connected | null): WalletWatch {
  return {
    walletType: COINS[coinType].walletType,
    connectorId: connection?.connectorId ?? "",
    account: connection === null ? null : { address: connection.address, networkId: connection.networkId },
  };
}

/** Whether two payments are alike in these fields, so that who agreed to one need not be asked about the other. */
export function isSameAgreement<Terms>(
  one: Terms | null,
  other: Terms | null,
  fields: readonly (keyof Terms)[],
): boolean {
  return fields.every((field) => one?.[field] === other?.[field]);
}
