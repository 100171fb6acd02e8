import type { OPERATIONS, OperationId } from "#contract/operations.ts";
import { changeSecurityCode, recoverSecurityCode } from "../accounts/securityCode.ts";
import { getLang, setLang } from "../accounts/language.ts";
import { getUserInfo, updateUser } from "../accounts/users.ts";
import { sendVerificationCode } from "../accounts/sendVerificationCode.ts";
import { telegramAuth } from "../accounts/telegramAuth.ts";
import { telegramLogout } from "../accounts/sessions.ts";
import { updateEmail } from "../accounts/updateEmail.ts";
import { antiFraudQuery, antiFraudReport } from "../antiFraud/antiFraud.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { accountAmountInfo, claimStaticBashboard } from "#server/records/totals.ts";
import { allSendRecords } from "#server/records/allSendRecords.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { history } from "#server/records/history.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import {
  coverList,
  redEnvelopeCoverAndMessage,
  textList,
  updateRedEnvelopeCover,
  updateRedEnvelopeMessage,
} from "../looks/looks.ts";
import { cancelOrder } from "../orders/cancelOrder.ts";
import { handoffCode, redeemHandoff } from "../orders/handoff.ts";
import { orderDetail } from "../orders/orderDetail.ts";
import { paymentCode } from "../orders/paymentCodes.ts";
import { paymentRequest } from "#server/deposits/paymentRequest.ts";
import { submitPayment } from "#server/deposits/submitPayment.ts";
import { unpaidList } from "../orders/unpaidList.ts";
import { coinPrice } from "../prices/coinPrice.ts";
import { getGroupRanking, getUserRanking } from "../rankings/rankings.ts";
import { autoPayout, autoPayoutList } from "#server/payouts/autoPayout.ts";
import { cancelPayout } from "#server/payouts/cancelPayout.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { payout } from "#server/payouts/payout.ts";
import { payoutQuote } from "#server/payouts/payoutQuote.ts";
import { payouts } from "#server/payouts/payouts.ts";
import { solvency } from "#server/solvency/solvency.ts";
import { systemInfo } from "../system/systemInfo.ts";
import { chatList } from "#server/messenger/chatList.ts";
import { shareEnvelope } from "#server/envelopes/shareEnvelope.ts";
import { bindWallet } from "../wallets/bindWallet.ts";
import { proofRequest } from "../wallets/proofRequest.ts";
import { unbindWallet } from "../wallets/unbindWallet.ts";
import { walletBalance } from "../wallets/walletBalance.ts";
import { walletChallenge } from "../wallets/walletChallenge.ts";
import { walletList } from "../wallets/walletList.ts";
import type { Handler } from "#server/calls/handler.ts";

type BuiltOperationId = {
  [Op in OperationId]: (typeof OPERATIONS)[Op]["status"] extends "built" ? Op : never;
}[OperationId];

/** One handler per built call; a planned call has none and answers notAvailable. */
export type Handlers = { [Op in BuiltOperationId]: Handler<Op> };

export const handlers: Handlers = {
  acceptRedEnvelope,
  accountAmountInfo,
  allSendRecords,
  antiFraudQuery,
  antiFraudReport,
  autoPayout,
  autoPayoutList,
  bindWallet,
  cancelOrder,
  cancelPayout,
  changeSecurityCode,
  chatList,
  claimDetail,
  claimStaticBashboard,
  coverList,
  coinPrice,
  envelopeFairness,
  getGroupRanking,
  getLang,
  getUserInfo,
  getUserRanking,
  handoffCode,
  history,
  orderDetail,
  payFromBalance,
  paymentCode,
  paymentRequest,
  payout,
  payoutQuote,
  payouts,
  proofRequest,
  recoverSecurityCode,
  redeemHandoff,
  redEnvelopeCoverAndMessage,
  sendRedEnvelope,
  sendVerificationCode,
  setLang,
  shareEnvelope,
  solvency,
  submitPayment,
  systemInfo,
  telegramAuth,
  telegramLogout,
  textList,
  unbindWallet,
  unpaidList,
  updateEmail,
  updateRedEnvelopeCover,
  updateRedEnvelopeMessage,
  updateUser,
  walletBalance,
  walletChallenge,
  walletList,
};
