import type { OperationId } from "#contract/operations.ts";
import type { Limit } from "./limit.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/**
 * Limits of calls per person within so many seconds: calls that write permanent rows, hash a security code, or call a
 * chain, the messenger or the mail server.
 */
const MOST: Partial<Record<OperationId, readonly [most: number, windowS: number]>> = {
  sendRedEnvelope: [60, HOUR_S],
  walletChallenge: [20, MINUTE_S],
  bindWallet: [30, MINUTE_S],
  unbindWallet: [30, MINUTE_S],
  sendVerificationCode: [20, MINUTE_S],
  updateEmail: [30, HOUR_S],
  changeSecurityCode: [30, HOUR_S],
  recoverSecurityCode: [30, HOUR_S],
  walletBalance: [60, MINUTE_S],
  paymentRequest: [60, MINUTE_S],
  submitPayment: [60, MINUTE_S],
  cancelOrder: [60, MINUTE_S],
  paymentCode: [60, MINUTE_S],
  handoffCode: [20, MINUTE_S],
  payoutQuote: [60, MINUTE_S],
  payout: [30, HOUR_S],
  cancelPayout: [60, MINUTE_S],
  autoPayout: [30, HOUR_S],
  payFromBalance: [60, HOUR_S],
  chatList: [60, MINUTE_S],
  getUserRanking: [60, MINUTE_S],
  getGroupRanking: [60, MINUTE_S],
  updateUser: [30, MINUTE_S],
  shareEnvelope: [30, MINUTE_S],
  updateRedEnvelopeCover: [60, MINUTE_S],
  updateRedEnvelopeMessage: [60, MINUTE_S],
  antiFraudQuery: [60, MINUTE_S],
  antiFraudReport: [5, DAY_S],
};

/** The limit of a call for one person; null for a call that only counts toward the limit of all calls. */
export function findCallLimit(operationId: OperationId): Limit | null {
  const [most, windowS] = MOST[operationId] ?? [];
  return most === undefined || windowS === undefined
    ? null
    : { name: `${operationId}.user`, most, windowS, lock: null };
}
