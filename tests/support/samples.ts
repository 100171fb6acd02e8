import { EXAMPLES } from "#contract/examples.ts";
import type { components } from "#contract/schema.d.ts";
import type { BalanceCheck } from "#domain/solvency/checkBalances.ts";
import type { SolvencySummary } from "#domain/solvency/summarizeStatement.ts";
import type { Holdings } from "#machines/app/flows.ts";
import type { Launch } from "#machines/environment/launch.ts";
import type { EnvelopeSendInput } from "#machines/envelopeSend/envelopeSend.machine.ts";
import type { Connected, WalletConnectionInput } from "#machines/walletConnection/walletConnection.machine.ts";
import type { WalletKind } from "#machines/walletConnection/walletKind.ts";

type Schemas = components["schemas"];
type Envelope = Schemas["Envelope"];
type Life = Schemas["Life"];

/** What the server says, as openapi.yaml shows it. */
export const {
  UserItem: sampleUser,
  AccountAmountInfo: sampleAmounts,
  SystemInfo: sampleSystemInfo,
  Chat: sampleChat,
  Wallet: sampleWallet,
  Challenge: sampleChallenge,
  PayoutQuote: sampleQuote,
  Payout: samplePayout,
  DepositInfo: sampleDeposit,
  Movement: sampleMovement,
  Entry: sampleEntry,
  Envelope: sampleEnvelope,
  Claim: sampleClaim,
  ClaimStatic: sampleClaimFigures,
  CoverAndMessage: sampleLook,
  Order: sampleOrder,
  PaymentRequest: sampleRequest,
  ProofRequest: sampleProofRequest,
} = EXAMPLES;

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

/** The wallets of a browser. */
export const sampleKind: WalletKind = {
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
  installUrl: "https://ethereum.org/wallets/",
};

/** The wallets of TON, which prove an address while they connect. */
export const sampleTonKind: WalletKind = {
  capabilities: { discovery: true, networkSwitch: false, messageSigning: false, proofWhileConnecting: true },
  installUrl: "https://ton.org/wallets",
};

/** Any wallet of a browser is to be connected, which has proven nothing. */
export const sampleConnection: WalletConnectionInput = {
  walletType: "ETH",
  ...sampleKind,
  expectedAddress: null,
  networkId: sampleRequest.network.id,
  isProven: false,
  isBlocking: false,
  isExplained: false,
  hasReference: false,
  connectorId: null,
};

/** A wallet that is connected to pay. */
export const sampleConnected: Connected = {
  status: "connected",
  connectorId: "io.metal",
  address: sampleRequest.from,
  networkId: sampleRequest.network.id,
  isProven: true,
  wallet: null,
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

export const sampleHoldings: Holdings = { accounts: [{ coinType: "eth", price: "3051.12", ...sampleAmounts }] };

/** The same coin as long as it gets beside a short one. */
export const sampleSolvency: SolvencySummary = {
  day: "2026-11-22",
  coins: [
    { coinType: "eth", held: "10000.123456", owed: "9999.999999" },
    { coinType: "ton", held: "12", owed: "11.5" },
  ],
};

/** Found, found in part, not found, before the first statement, and a lie. */
export const sampleBalanceChecks: readonly [BalanceCheck, ...BalanceCheck[]] = [
  { day: "2026-11-22", fits: true, coins: [{ coinType: "eth", amount: "10000.123456789012345678" }] },
  {
    day: "2026-11-22",
    fits: true,
    coins: [
      { coinType: "eth", amount: "0.5" },
      { coinType: "ton", amount: null },
      { coinType: "sol", amount: null },
    ],
  },
  { day: "2026-11-22", fits: true, coins: [{ coinType: "eth", amount: null }] },
  { day: null, fits: true, coins: [] },
  { day: null, fits: false, coins: [] },
];

export const sampleChats: readonly Schemas["Chat"][] = [
  sampleChat,
  { ...sampleChat, chatId: "-1002", title: LONG.chat },
  { ...sampleChat, chatId: "-1003", title: "新年快乐" },
];

/** Two share a place, and the own one is far below. */
export const sampleRanking: Schemas["Ranking"] = {
  ...EXAMPLES.Ranking,
  items: [
    ...EXAMPLES.Ranking.items,
    { rank: 2, name: LONG.name, url: null, valueUsdt: "3051.123456" },
    { rank: 4, name: "新年快乐", url: null, valueUsdt: "0.0031" },
  ],
};

/** One of each kind of chain. */
export const sampleDeposits: readonly Schemas["DepositInfo"][] = [
  {
    ...sampleDeposit,
    coinType: "eth",
    network: { id: "eip155:1", name: "Ethereum" },
    address: sampleWallet.address,
    reference: null,
  },
  sampleDeposit,
];

const SENT_MS = Date.parse(sampleEnvelope.createdAt);
const MINUTE_MS = 60_000;

/** A life of these states, a minute from each to the next, then perhaps the one to come. */
export function sampleLife(states: readonly string[], next: Life["next"] = null, sums?: Schemas["LifeSums"]): Life {
  const history = states.map((state, place) => ({ state, at: new Date(SENT_MS + place * MINUTE_MS).toISOString() }));
  return { history, next, ...(sums === undefined ? {} : { sums }) };
}

/** The envelope as its sender has it before it is paid. */
export const sampleUnpaidEnvelope: Envelope = {
  ...sampleEnvelope,
  remainingAmount: "0.05",
  remainingCount: 5,
  status: "awaitingPayment",
  recordStatus: "notReceived",
  receivedQuantity: 0,
  paidOutAmount: "0",
  passphrase: "happy year",
  chatId: sampleChat.chatId,
  openedAt: null,
  expiresAt: null,
};

/** A large one, as its sender has it. */
export const sampleOwnEnvelope: Envelope = {
  ...sampleEnvelope,
  totalAmount: "0.88",
  count: 8,
  remainingAmount: "0.52",
  remainingCount: 5,
  receivedQuantity: 3,
  paidOutAmount: "0.36",
  passphrase: "eight happy fish",
  remark: "Happy new year",
  coverId: "lunarNewYear",
  chatId: sampleChat.chatId,
  sender: { name: "Ann Lee", url: null },
  commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  life: sampleLife(
    ["awaitingPayment", "open"],
    { state: "expired", at: "2026-11-21T12:01:00Z" },
    { funded: "0.88", claimed: "0.36", remaining: "0.52", refunded: "0" },
  ),
};

/** It has no passphrase. */
export const sampleMembersEnvelope: Envelope = {
  ...sampleOwnEnvelope,
  passphrase: null,
  claimRule: "members",
  conditions: [
    { chatId: "-1001", title: sampleChat.title, link: null, isMet: null },
    { chatId: "-1002", title: LONG.chat, link: "https://t.me/tet_li_xi", isMet: null },
  ],
};

const { life: _, ...forOthers } = sampleOwnEnvelope;

/** As people see it who claimed from it. */
export const sampleClaimersEnvelope: Envelope = { ...forOthers, passphrase: null };

/** What a person may read who neither sent nor claimed. */
export const sampleStrangersEnvelope: Envelope = {
  ...forOthers,
  totalAmount: null,
  count: null,
  remainingAmount: null,
  receivedQuantity: null,
  paidOutAmount: null,
  passphrase: null,
  chatId: null,
  openedAt: null,
  expiresAt: null,
};

const unopened: Envelope = {
  ...sampleOwnEnvelope,
  recordStatus: "notReceived",
  receivedQuantity: 0,
  paidOutAmount: "0",
  remainingAmount: "0.88",
  openedAt: null,
  expiresAt: null,
  commitment: null,
  life: sampleLife(["awaitingPayment"], { state: "open", at: null }),
};

/** How one ended of which everything was claimed. */
const emptied = (total: string) => ({
  status: "finished" as const,
  recordStatus: "received" as const,
  life: sampleLife(["awaitingPayment", "open", "finished"], null, {
    funded: total,
    claimed: total,
    remaining: "0",
    refunded: "0",
  }),
});

/** One of every status, the last as long as an envelope gets. */
export const sampleEnvelopes: readonly Envelope[] = [
  sampleOwnEnvelope,
  { ...unopened, envelopeId: "e2", status: "awaitingPayment", remark: null, coverId: "tet" },
  {
    ...sampleOwnEnvelope,
    ...emptied("0.88"),
    envelopeId: "e3",
    type: "ordinary",
    receivedQuantity: 8,
    paidOutAmount: "0.88",
    remainingAmount: "0",
    coverId: "wedding",
  },
  {
    ...sampleOwnEnvelope,
    envelopeId: "e4",
    life: sampleLife(
      ["awaitingPayment", "open", "expired"],
      { state: "refunded", at: null },
      { funded: "0.88", claimed: "0.36", remaining: "0.52", refunded: "0" },
    ),
    status: "expired",
    receivedQuantity: 2,
    coverId: null,
  },
  {
    ...sampleOwnEnvelope,
    envelopeId: "e5",
    life: {
      history: [
        { state: "awaitingPayment", at: "2026-11-20T12:00:00Z" },
        { state: "refunded", at: null },
      ],
      next: null,
      sums: { funded: "0.88", claimed: "0.36", remaining: "0", refunded: "0.52" },
    },
    status: "refunded",
    remainingAmount: "0",
    coverId: "eid",
  },
  {
    ...unopened,
    envelopeId: "e6",
    life: sampleLife(["awaitingPayment", "cancelled"]),
    status: "cancelled",
    coverId: "birthday",
  },
  {
    ...sampleOwnEnvelope,
    ...emptied("10000.123456"),
    envelopeId: "e7",
    totalAmount: "10000.123456",
    count: 100,
    receivedQuantity: 100,
    remark: LONG.remark,
    coverId: "khmerNewYear",
  },
];

const others = { ...sampleClaim, isMine: false };

export const sampleClaims: readonly Schemas["Claim"][] = [
  { ...others, claimId: "c2", amount: "0.2", bestLuck: true, user: { name: "Sok Dara", url: null } },
  { ...sampleClaim, amount: "0.123456" },
  { ...others, claimId: "c3", amount: "10000.123456", user: { name: LONG.name, url: null } },
  { ...others, claimId: "c4", amount: "0.000001", user: { name: "小红", url: null } },
];

function lookBack(one: Schemas["Claim"]): Schemas["ReceivedClaim"] {
  return { ...one, isMine: true, sender: one.user, coverId: null };
}

/** The same as their claimer looks back on them. */
export const sampleReceivedClaims: readonly Schemas["ReceivedClaim"][] = sampleClaims.map((one) => lookBack(one));

const withoutEnvelope = { ...sampleMovement, envelopeId: null };

/** One of each kind. */
export const sampleMovements: readonly Schemas["Movement"][] = [
  { ...withoutEnvelope, movementId: "payout:p1", kind: "payout", amount: "-10000.123456", payoutId: "p1" },
  { ...withoutEnvelope, movementId: "payoutBack:p2", kind: "payoutBack", amount: "0.5", payoutId: "p2" },
  { ...withoutEnvelope, movementId: "payoutReturned:p3", kind: "payoutReturned", amount: "0.499", payoutId: "p3" },
  sampleMovement,
  { ...sampleMovement, movementId: "refund:e2", kind: "refund", amount: "0.36", envelopeId: "e2" },
  { ...withoutEnvelope, movementId: "balance:o1", kind: "balance", amount: "-0.88", orderId: "o1" },
  { ...withoutEnvelope, movementId: "orderEnded:o2", kind: "orderEnded", coinType: "ton", amount: "12", orderId: "o2" },
  { ...withoutEnvelope, movementId: "transfer:ton:aa:0", kind: "deposit", coinType: "ton", amount: "1.5" },
  { ...withoutEnvelope, movementId: "assign:ton:bb:0", kind: "assign", coinType: "ton", amount: "0.000001" },
];

const TX_HASH = `0x${"8f3a".repeat(16)}`;

/** One of every status, as long as they get. */
export const samplePayouts: readonly Schemas["Payout"][] = [
  { ...samplePayout, life: sampleLife(["queued"], { state: "sending", at: null }) },
  {
    ...samplePayout,
    payoutId: "p2",
    life: sampleLife(["queued", "held"], { state: "queued", at: null }),
    status: "held",
    heldReason: "limit",
    net: "10000.123456",
  },
  {
    ...samplePayout,
    payoutId: "p3",
    life: sampleLife(["queued", "held", "queued", "sending"], { state: "confirming", at: null }),
    status: "sending",
    txHash: TX_HASH,
    isAutomatic: true,
  },
  {
    ...samplePayout,
    payoutId: "p4",
    life: sampleLife(["queued", "sending", "confirming"], { state: "paid", at: null }),
    status: "confirming",
    txHash: TX_HASH,
    confirmations: 5,
  },
  {
    ...samplePayout,
    payoutId: "p5",
    life: sampleLife(["queued", "sending", "confirming", "paid"]),
    status: "paid",
    net: "0.049580123456789012",
    txHash: TX_HASH,
    confirmations: 12,
    settledAt: "2026-11-20T12:14:00Z",
  },
  {
    ...samplePayout,
    payoutId: "p6",
    life: sampleLife(["queued", "cancelled"]),
    status: "cancelled",
    returnedAmount: "0.05",
    lostFee: "0",
    settledAt: "2026-11-20T12:11:00Z",
  },
  {
    ...samplePayout,
    payoutId: "p7",
    life: sampleLife(["queued", "sending", "returned"]),
    status: "returned",
    returnedAmount: "0.049968123456789012",
    lostFee: "0.000031876543210988",
    settledAt: "2026-11-20T12:20:00Z",
  },
];
