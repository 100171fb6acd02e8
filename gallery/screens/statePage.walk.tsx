import {
  sampleClaim,
  sampleClaimersEnvelope,
  sampleOwnEnvelope,
  sampleEnvelopes,
  samplePayouts,
  sampleStrangersEnvelope,
  sampleLife,
  sampleOrder,
} from "#tests/support/samples.ts";
import { model as envelopeClose } from "#machines/envelopeClose/envelopeClose.model.ts";
import { orderFollowMachine } from "#machines/kit/follow/orderFollow.ts";
import { payoutFollowMachine } from "#machines/kit/follow/payoutFollow.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import type { App } from "#src/createApp.ts";
import { StatePage } from "#src/screens/statePage/StatePage.tsx";
import { STILL, walkChoice, walkFollow, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";
import { sampleWallet } from "#tests/support/samples.ts";

const page = {
  screen: <StatePage />,
  back: "/homePage",
  others: [
    "button Applause",
    "button Claim a red envelope",
    "button Continue",
    "button Copy",
    "button End it now",
    "button Fire",
    "button Heart",
    "button Laughter",
    "button Party",
    "button See my red envelopes",
    "button See the details",
    "button See the withdrawal",
    "button Thank you",
    "button Wallets",
    "fold Technical details",
    "link /homePage",
  ],
  seldom: ["button Copy"],
  untold: ["reading", "value", "failureKey errors:notFound"],
};
const ofEnvelope = { ...page, at: "/statePage?envelopeId=e1" };

const order = (change: Partial<typeof sampleOrder>) => ({ order: { ...sampleOrder, ...change }, envelopes: [] });
const orders = [
  order({}),
  order({ reportedTxHash: "0xabcd" }),
  order({
    status: "partiallyPaid",
    paidAmount: "0.02",
    life: sampleLife(["awaitingPayment", "confirming", "partiallyPaid"], { state: "paid", at: sampleOrder.expiresAt }),
  }),
  order({ status: "confirming", network: { id: "eip155:1", name: "Ethereum" } }),
  order({ status: "paid" }),
  order({ status: "cancelled" }),
  order({ status: "expired" }),
] as const;

const closable = { ...sampleOwnEnvelope, closableAt: "2026-11-20T12:11:00Z" };
const claimed = { envelope: sampleClaimersEnvelope, claim: sampleClaim };

export const walks: readonly ScreenWalk[] = [
  { ...STILL, ...page, at: "/statePage" },
  { ...page, ...walkFollow(orderFollowMachine, orders), flow: "orderFollow", at: "/statePage?orderId=o1" },
  {
    ...page,
    ...walkFollow(payoutFollowMachine, samplePayouts as readonly [object, ...object[]]),
    flow: "payoutFollow",
    at: "/statePage?payoutId=p1",
  },
  {
    ...page,
    ...walkResource([{ wallet: { ...sampleWallet, proven: false } }, { wallet: sampleWallet }, { wallet: null }]),
    flow: "walletState",
    at: "/statePage?walletId=w1",
  },
  {
    ...ofEnvelope,
    ...walkResource([
      { envelope: sampleStrangersEnvelope, claim: null },
      claimed,
      { ...claimed, claim: { ...sampleClaim, bestLuck: true } },
      { envelope: closable, claim: null },
      ...sampleEnvelopes.map((one) => ({ envelope: one, claim: null })),
    ]),
    flow: "envelopeState",
  },
  {
    ...ofEnvelope,
    ...walkChoice(envelopeThankFlow.create({} as App), { params: { envelopeId: "e1" }, saved: ["clap"] }, [
      "heart",
      "clap",
    ]),
    flow: "envelopeThank",
    answers: {
      "/redpackage/claimDetail": {
        envelope: sampleClaimersEnvelope,
        claims: [sampleClaim],
        total: 1,
        nextCursor: null,
      },
    },
  },
  {
    ...ofEnvelope,
    flow: "envelopeClose",
    model: envelopeClose,
    answers: { "/redpackage/claimDetail": { envelope: closable, claims: [], total: 0, nextCursor: null } },
  },
];
