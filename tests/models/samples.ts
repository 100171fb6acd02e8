import type { components } from "#contract/schema.d.ts";
import type { Launch } from "#machines/environment/launch.ts";
import type { EnvelopeSendInput } from "#machines/envelopeSend/envelopeSend.machine.ts";
import type { WalletKind } from "#machines/walletConnection/walletConnection.machine.ts";

/** As long as names, groups and wishes get. */
export const LONG = {
  name: "Maximiliana Wolfeschlegelsteinhausenbergerdorff",
  chat: "Nguyễn family and friends of the Tết lì xì since 1998, Phnom Penh ភ្នំពេញ",
  remark: "May the new year bring you good health, great fortune, many sweets and even more time together",
} as const;

export const sampleLaunch: Launch = {
  initData: "user=%7B%22id%22%3A42%7D&hash=00",
  tgUserId: "42",
  languageCode: "en",
  startParam: null,
};

export const sampleUser: components["schemas"]["UserItem"] = {
  tgUserId: 42,
  name: "Ann Lee",
  username: "ann",
  url: null,
  lang: "en",
  email: null,
  walletAddress: null,
  externalPaymentCode: null,
  hasSecurityCode: false,
  vipLevel: 0,
  spendingBlocks: [],
};

/** A place in a draw for all that is waited for. */
export const sampleEntry: components["schemas"]["Entry"] = {
  entryId: "n1",
  place: 7,
  entries: 1284,
  enteredAt: "2026-11-20T12:02:00Z",
  closesAt: "2026-11-20T12:07:00Z",
  round: 1000,
  status: "waiting",
  receipt: null,
  root: null,
  signature: null,
  share: null,
};

/** An open envelope of somebody else's with one share claimed. */
export const sampleEnvelope: components["schemas"]["Envelope"] = {
  envelopeId: "e1",
  type: "luckyDraw",
  coinType: "eth",
  totalAmount: "0.05",
  singleAmount: null,
  count: 5,
  remainingAmount: "0.038",
  remainingCount: 4,
  status: "open",
  recordStatus: "partiallyReceived",
  receivedQuantity: 1,
  paidOutAmount: "0.012",
  claimRule: "passphrase",
  conditions: [],
  passphrase: null,
  remark: "Good luck",
  coverId: null,
  messageId: null,
  chatId: null,
  createdAt: "2026-11-20T12:00:00Z",
  openedAt: "2026-11-20T12:01:00Z",
  expiresAt: "2026-11-21T12:01:00Z",
  sender: { name: "Ann", url: null },
  commitment: null,
  isEndedBySender: false,
  drawRule: "instant",
  drawWindowS: null,
  entryCount: 0,
  closesAt: null,
};

/** The envelope as its sender has it before it is paid. */
export const sampleUnpaidEnvelope: components["schemas"]["Envelope"] = {
  ...sampleEnvelope,
  remainingAmount: "0.05",
  remainingCount: 5,
  status: "awaitingPayment",
  recordStatus: "notReceived",
  receivedQuantity: 0,
  paidOutAmount: "0",
  passphrase: "happy year",
  chatId: "-1001",
  openedAt: null,
  expiresAt: null,
};

/** The person's own share of that envelope. */
export const sampleClaim: components["schemas"]["Claim"] = {
  claimId: "c1",
  envelopeId: "e1",
  coinType: "eth",
  amount: "0.012",
  claimedAt: "2026-11-20T12:02:00Z",
  bestLuck: false,
  reaction: null,
  isMine: true,
  user: { name: "Bob", url: null },
};

/** The order of that envelope, to be paid. */
export const sampleOrder: components["schemas"]["Order"] = {
  orderId: "o1",
  status: "awaitingPayment",
  coinType: "eth",
  amount: "0.05",
  paidAmount: "0",
  treasuryAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  fromAddress: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  network: { id: "eip155:31337", name: "Local" },
  reference: null,
  txHash: null,
  reportedTxHash: null,
  confirmations: 0,
  requiredConfirmations: 3,
  explorerTx: "https://explorer.example/tx/{txHash}",
  expiresAt: "2026-11-20T12:30:00Z",
  isOverdue: false,
  externalPaymentCode: null,
  paymentUrl: null,
  envelopeIds: ["e1"],
  owner: { name: "Ann Lee", username: "ann", tgUserId: 42 },
  purchase: {
    type: "luckyDraw",
    count: 5,
    totalAmount: "0.05",
    envelopeCount: 1,
    remark: "Good luck",
    chatTitles: ["Friends"],
  },
};

/** What a wallet is asked for to pay that order; its owner has not proven the wallet yet. */
export const sampleRequest: components["schemas"]["PaymentRequest"] = {
  orderId: "o1",
  coinType: "eth",
  network: { id: "eip155:31337", name: "Local" },
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  from: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  fromProven: false,
  proofBlocksSpending: true,
  amount: "0.05",
  maxFee: "0.000021",
  balance: "1",
  reference: null,
  expiresAt: "2026-11-20T12:30:00Z",
  signing: {
    kind: "evm",
    transaction: {
      from: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      value: "0xb1a2bc2ec50000",
      gas: "0x5208",
      maxFeePerGas: "0x1",
      maxPriorityFeePerGas: "0x1",
      chainId: "0x7a69",
    },
  },
};

/** The wallets of a browser. */
export const sampleKind: WalletKind = {
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
  installUrl: "https://ethereum.org/wallets/",
};

/** No coin is open. */
export const sampleSystemInfo: components["schemas"]["SystemInfo"] = {
  coins: [],
  payoutCoins: [],
  botUsername: "hongbao_bot",
  appUrl: "https://t.me/hongbao_bot/app",
  officialDomains: [],
  isDomHttp: false,
  redPackTextList: [],
  redPackImgList: [],
  userPackConfig: {
    minCount: 1,
    maxCount: 100,
    passphraseMinLength: 6,
    passphraseMaxLength: 32,
    remarkMaxLength: 60,
    maxChats: 10,
    envelopeTtlSeconds: 86_400,
    orderTtlSeconds: 1800,
    maxWallets: 5,
  },
};

/** A withdrawal that was just agreed to. */
export const samplePayout: components["schemas"]["Payout"] = {
  payoutId: "p1",
  coinType: "eth",
  gross: "0.05",
  fee: "0.00042",
  net: "0.04958",
  returnedAmount: null,
  lostFee: null,
  toAddress: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  status: "queued",
  heldReason: null,
  isAutomatic: false,
  txHash: null,
  explorerTx: null,
  confirmations: 0,
  requiredConfirmations: 12,
  createdAt: "2026-11-20T12:10:00Z",
  settledAt: null,
};

/** Of a form for one envelope that was opened without a wish. */
export const sampleSendInput: EnvelopeSendInput = {
  chatIds: [],
  coinType: null,
  minChats: 0,
  asked: null,
  saved: null,
  gift: null,
  againId: null,
  attemptId: "a",
};
