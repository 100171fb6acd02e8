import type { components } from "#contract/schema.d.ts";
import type { BalanceCheck } from "#domain/solvency/checkBalances.ts";
import type { SolvencySummary } from "#domain/solvency/summarizeStatement.ts";
import type { Holdings } from "#machines/app/flows.ts";
import {
  LONG,
  sampleClaim,
  sampleEnvelope,
  samplePayout,
  sampleSystemInfo,
  sampleUser,
} from "#tests/models/samples.ts";
import { sampleLife } from "./sampleLife.ts";

type Schemas = components["schemas"];

export const user: Schemas["UserItem"] = {
  ...sampleUser,
  tgUserId: 7_001_002_003,
  name: "Lin Mei",
  username: "lin_mei",
  walletAddress: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
};

export const envelope: Schemas["Envelope"] = {
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
  chatId: "-100123",
  sender: { name: "Lin Mei", url: null },
  commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  life: sampleLife(
    ["awaitingPayment", "open"],
    { state: "expired", at: "2026-11-21T12:01:00Z" },
    { funded: "0.88", claimed: "0.36", remaining: "0.52", refunded: "0" },
  ),
};

const unopened: Schemas["Envelope"] = {
  ...envelope,
  recordStatus: "notReceived",
  receivedQuantity: 0,
  paidOutAmount: "0",
  remainingAmount: "0.88",
  openedAt: null,
  expiresAt: null,
  commitment: null,
  life: sampleLife(["awaitingPayment"], { state: "open", at: null }),
};

const { life: _, ...forOthers } = envelope;

/** As people see it who claimed from it. */
export const claimersEnvelope: Schemas["Envelope"] = { ...forOthers, passphrase: null };

/** What a person may read who neither sent nor claimed. */
export const strangersEnvelope: Schemas["Envelope"] = {
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

/** One of every status, the last as long as an envelope gets. */
export const envelopes: readonly Schemas["Envelope"][] = [
  envelope,
  { ...unopened, envelopeId: "e2", status: "awaitingPayment", remark: null, coverId: "tet" },
  {
    ...envelope,
    envelopeId: "e3",
    life: sampleLife(["awaitingPayment", "open", "finished"], null, {
      funded: "0.88",
      claimed: "0.88",
      remaining: "0",
      refunded: "0",
    }),
    status: "finished",
    type: "ordinary",
    recordStatus: "received",
    receivedQuantity: 8,
    paidOutAmount: "0.88",
    remainingAmount: "0",
    coverId: "wedding",
  },
  {
    ...envelope,
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
    ...envelope,
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
    ...envelope,
    envelopeId: "e7",
    life: sampleLife(["awaitingPayment", "open", "finished"], null, {
      funded: "10000.123456",
      claimed: "10000.123456",
      remaining: "0",
      refunded: "0",
    }),
    status: "finished",
    recordStatus: "received",
    totalAmount: "10000.123456",
    count: 100,
    receivedQuantity: 100,
    remark: LONG.remark,
    coverId: "khmerNewYear",
  },
];

export const claim: Schemas["Claim"] = { ...sampleClaim, amount: "0.123456" };

export const claims: readonly Schemas["Claim"][] = [
  {
    ...claim,
    claimId: "c2",
    amount: "0.2",
    bestLuck: true,
    isMine: false,
    user: { name: "Sok Dara", url: null },
  },
  claim,
  {
    ...claim,
    claimId: "c3",
    amount: "10000.123456",
    isMine: false,
    user: { name: LONG.name, url: null },
  },
  { ...claim, claimId: "c4", amount: "0.000001", isMine: false, user: { name: "小红", url: null } },
];

function lookBack(one: Schemas["Claim"]): Schemas["ReceivedClaim"] {
  return { ...one, isMine: true, sender: one.user, coverId: null };
}

/** The same as their claimer looks back on them. */
export const receivedClaims: readonly Schemas["ReceivedClaim"][] = claims.map((one) => lookBack(one));

const moved: Schemas["Movement"] = {
  movementId: "claim:c1",
  kind: "claim",
  coinType: "eth",
  amount: "0.052345",
  at: "2026-11-20T12:04:00Z",
  envelopeId: "e1",
  orderId: null,
  payoutId: null,
};

const noIds = { envelopeId: null, orderId: null, payoutId: null };

/** One of each kind. */
export const movements: readonly Schemas["Movement"][] = [
  { ...moved, ...noIds, movementId: "payout:p1", kind: "payout", amount: "-10000.123456", payoutId: "p1" },
  { ...moved, ...noIds, movementId: "payoutBack:p2", kind: "payoutBack", amount: "0.5", payoutId: "p2" },
  { ...moved, ...noIds, movementId: "payoutReturned:p3", kind: "payoutReturned", amount: "0.499", payoutId: "p3" },
  moved,
  { ...moved, movementId: "refund:e2", kind: "refund", amount: "0.36", envelopeId: "e2" },
  { ...moved, ...noIds, movementId: "balance:o1", kind: "balance", amount: "-0.88", orderId: "o1" },
  { ...moved, ...noIds, movementId: "orderEnded:o2", kind: "orderEnded", coinType: "ton", amount: "12", orderId: "o2" },
  { ...moved, ...noIds, movementId: "transfer:ton:aa:0", kind: "deposit", coinType: "ton", amount: "1.5" },
  { ...moved, ...noIds, movementId: "assign:ton:bb:0", kind: "assign", coinType: "ton", amount: "0.000001" },
];

/** It has no passphrase. */
export const membersEnvelope: Schemas["Envelope"] = {
  ...envelope,
  passphrase: null,
  claimRule: "members",
  conditions: [
    { chatId: "-100123", title: "Family", link: null, isMet: null },
    { chatId: "-100124", title: LONG.chat, link: "https://t.me/tet_li_xi", isMet: null },
  ],
};

/** One of each kind of chain. */
export const deposits: readonly Schemas["DepositInfo"][] = [
  {
    coinType: "eth",
    network: { id: "eip155:1", name: "Ethereum" },
    address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    reference: null,
    jettonMaster: null,
    minAmount: "0.000001",
  },
  {
    coinType: "ton",
    network: { id: "tvm:-239", name: "TON" },
    address: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
    reference: "hb-8Kq2vN4xT6",
    jettonMaster: null,
    minAmount: "0.000001",
  },
];

export const chats: readonly Schemas["Chat"][] = [
  { chatId: "-100123", title: "Family", kind: "group", isBotAdministrator: true, areMembersHidden: false },
  { chatId: "-100124", title: LONG.chat, kind: "group", isBotAdministrator: true, areMembersHidden: false },
  { chatId: "-100125", title: "新年快乐", kind: "group", isBotAdministrator: true, areMembersHidden: false },
];

/** The same coin as long as it gets beside a short one. */
export const solvency: SolvencySummary = {
  day: "2026-11-22",
  coins: [
    { coinType: "eth", held: "10000.123456", owed: "9999.999999" },
    { coinType: "ton", held: "12", owed: "11.5" },
  ],
};

/** Found, found in part, not found, before the first statement, and a lie. */
export const balanceChecks: readonly [BalanceCheck, ...BalanceCheck[]] = [
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

export const claimFigures: Schemas["ClaimStatic"] = {
  coinType: "eth",
  totalReceivedAmount: "12.345678",
  receivedQuantity: 128,
  paidOutAmount: "0.36",
  bestLuckCount: 17,
  coinTypes: ["eth"],
};

/** A ranking in which two share a place, with an own place far below. */
export const ranking: Schemas["Ranking"] = {
  items: [
    { rank: 1, name: "Lin Mei", url: null, valueUsdt: "12845.5" },
    { rank: 2, name: LONG.name, url: null, valueUsdt: "3051.123456" },
    { rank: 2, name: "Dara", url: null, valueUsdt: "3051.123456" },
    { rank: 4, name: "新年快乐", url: null, valueUsdt: "0.0031" },
  ],
  me: { rank: 1204, name: "Lin Mei", url: null, valueUsdt: "0.0012" },
};

export const accountAmounts: Schemas["AccountAmountInfo"] = {
  balance: "1.234567",
  amountSent: "10000.123456",
  amountReceived: "0.36",
  quantityReceived: 12,
  coinTypes: ["eth"],
};

export const holdings: Holdings = { accounts: [{ coinType: "eth", price: "3051.12", ...accountAmounts }] };

export const systemInfo: Schemas["SystemInfo"] = {
  ...sampleSystemInfo,
  coins: [
    {
      coinType: "eth",
      min: "0.000001",
      max: "10000",
      decimals: 6,
      maxInputLength: 12,
      network: { id: "eip155:31337", name: "Local" },
      explorerTx: null,
    },
  ],
  payoutCoins: [{ coinType: "eth", network: { id: "eip155:31337", name: "Local" } }],
  officialDomains: ["hongbao.example", "pay.hongbao.example"],
};

const TX_HASH = `0x${"8f3a".repeat(16)}`;

/** One of every status, as long as they get. */
export const payouts: readonly Schemas["Payout"][] = [
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
