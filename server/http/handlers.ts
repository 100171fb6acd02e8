import type { OperationId } from "#contract/operations.ts";
import { accountDeletion, deleteAccount } from "#server/accounts/deleteAccount.ts";
import { getLang, setLang } from "#server/accounts/language.ts";
import { changeSecurityCode, recoverSecurityCode } from "#server/accounts/securityCode.ts";
import { sendVerificationCode, updateEmail } from "#server/accounts/email.ts";
import { telegramAuth, telegramLogout } from "#server/accounts/sessions.ts";
import { getUserInfo, updateUser } from "#server/accounts/users.ts";
import { antiFraudQuery, antiFraudReport } from "#server/antiFraud/antiFraud.ts";
import type { Handler } from "#server/calls/handler.ts";
import { depositInfo, depositRequest } from "#server/orders/depositInfo.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { paymentRequest } from "#server/deposits/paymentRequest.ts";
import { submitPayment } from "#server/orders/submitPayment.ts";
import { acceptRedEnvelope } from "#server/envelopes/claim/acceptRedEnvelope.ts";
import { drawKeys } from "#server/envelopes/draw/drawKeys.ts";
import { drawRoot } from "#server/envelopes/draw/drawRoots.ts";
import { entry } from "#server/envelopes/draw/entry.ts";
import { evidence } from "#server/envelopes/draw/evidence.ts";
import { claimDetail, envelopeFairness } from "#server/envelopes/envelopeDetail.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { thankSender } from "#server/envelopes/thanks/thankSender.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { shareEnvelope } from "#server/envelopes/shareEnvelope.ts";
import {
  coverList,
  redEnvelopeCoverAndMessage,
  textList,
  updateRedEnvelopeCover,
  updateRedEnvelopeMessage,
} from "#server/looks/looks.ts";
import { chatList, chatRights, chatSize, getGroupRanking, requestChat } from "#server/messenger/chatCalls.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { handoffCode, redeemHandoff } from "#server/orders/handoff.ts";
import { orderDetail } from "#server/orders/orderDetail.ts";
import { paymentCode } from "#server/orders/paymentCodes.ts";
import { unpaidList } from "#server/orders/unpaidList.ts";
import { autoPayout, autoPayoutList } from "#server/payouts/autoPayout.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { payout } from "#server/payouts/create.ts";
import { movements } from "#server/records/movements.ts";
import { payouts } from "#server/payouts/payouts.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import { coinPrice } from "#server/prices/prices.ts";
import { getUserRanking } from "#server/rankings/rankings.ts";
import { allSendRecords } from "#server/records/allSendRecords.ts";
import { history } from "#server/records/history.ts";
import { accountAmountInfo, claimStaticBashboard } from "#server/records/totals.ts";
import { solvencyProof } from "#server/solvency/solvencyProof.ts";
import { solvency } from "#server/solvency/statements.ts";
import { systemHistory, systemInfo } from "#server/system/system.ts";
import { bindWallet } from "#server/wallets/bindWallet.ts";
import { proofRequest, walletChallenge } from "#server/wallets/proofs.ts";
import { unbindWallet, walletBalance, walletList } from "#server/wallets/boundWallets.ts";

export type Handlers = { [Op in OperationId]: Handler<Op> };

export const handlers: Handlers = {
  acceptRedEnvelope,
  accountAmountInfo,
  accountDeletion,
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
  chatRights,
  chatSize,
  requestChat,
  claimDetail,
  drawKeys,
  drawRoot,
  entry,
  evidence,
  claimStaticBashboard,
  closeEnvelope,
  coverList,
  deleteAccount,
  depositInfo,
  depositRequest,
  coinPrice,
  envelopeFairness,
  getGroupRanking,
  getLang,
  getUserInfo,
  getUserRanking,
  handoffCode,
  history,
  movements,
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
  solvencyProof,
  submitPayment,
  systemHistory,
  systemInfo,
  telegramAuth,
  telegramLogout,
  textList,
  thankSender,
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
