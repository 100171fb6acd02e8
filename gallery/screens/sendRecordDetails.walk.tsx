import {
  sampleClaim,
  sampleClaimersEnvelope,
  sampleClaims,
  sampleOwnEnvelope,
  sampleEnvelopes,
  sampleMembersEnvelope,
  sampleStrangersEnvelope,
} from "#tests/support/samples.ts";
import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import { model as envelopeClose } from "#machines/envelopeClose/envelopeClose.model.ts";
import { model as envelopePicture } from "#machines/envelopePicture/envelopePicture.model.ts";
import { model as envelopeShare } from "#machines/envelopeShare/envelopeShare.model.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import type { App } from "#src/createApp.ts";
import { SendRecordDetails } from "#src/screens/sendRecordDetails/SendRecordDetails.tsx";
import type { WalkedModel } from "#tests/models/model.ts";
import { walkChoice, walkList, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const answer = (one: object, claimed: readonly object[] = []) => ({
  "/redpackage/claimDetail": { envelope: one, claims: claimed, total: claimed.length, nextCursor: null },
});
const page = {
  at: "/sendRecordDetails?envelopeId=e1",
  screen: <SendRecordDetails />,
  back: "/homePage",
  others: [
    "button Copy",
    "button Copy the draw seal",
    "button Done",
    "button Picture to share",
    "button Refresh",
    "button Share in a chat",
    "fold Technical details",
    "link /getPacket",
    "link /sendPacket",
    "link /sendRecord",
    "link /statePage",
  ],
  // Of where the money is, and of the draw.
  repeated: ["fold Technical details"],
  seldom: ["link /statePage"],
  // An envelope that is not there is told in words of its own.
  untold: ["items", "extra", "failureKey errors:notFound"],
  answers: answer(sampleOwnEnvelope, sampleClaims),
};
const ofFailures = (failures: CheckedFairness["failures"]): CheckedFairness => ({
  commitment: sampleOwnEnvelope.commitment,
  salt: null,
  failures,
});

interface Read {
  extra: { envelope?: object };
  failure: { kind: string } | null;
}

const list = walkList(sampleClaims, [], { envelope: sampleOwnEnvelope });
const { done = [], error = [] } = list.model.outcomes["fetchPage"] ?? {};
const others = [sampleStrangersEnvelope, sampleMembersEnvelope, ...sampleEnvelopes];
const isOther = (stimulus: string) => Number(/^done.+#(\d+)$/u.exec(stimulus)?.[1] ?? 0) >= done.length;

/** Each kind of envelope is read once, and one that is not there. */
const ofEach: WalkedModel = {
  ...list.model,
  outcomes: {
    fetchPage: {
      done: [
        ...done,
        ...others.map((one) => {
          const items = one.openedAt === null ? [] : sampleClaims;
          return { items, total: items.length, nextCursor: null, isLive: false, extra: { envelope: one } };
        }),
      ],
      error: [...error, { kind: "api", error: "notFound", message: "" }],
    },
  },
  isWalked: (stimulus, context) => !isOther(stimulus) || (context as unknown as Read).extra.envelope === undefined,
  key: (context) => {
    const { extra, failure } = context as unknown as Read;
    return [list.model.key(context), extra.envelope ?? null, failure?.kind ?? null];
  },
  press: { "ui.retry": (_, { failure }: Read) => ({ isShown: failure?.kind === "network" }) },
};

export const walks: readonly ScreenWalk[] = [
  { ...page, ...list, model: ofEach, flow: "envelopeClaims" },
  {
    ...page,
    ...walkResource([ofFailures(null), ofFailures([]), ofFailures(["total"])]),
    flow: "fairness",
    untold: ["value", "failureKey"],
  },
  {
    ...page,
    ...walkChoice(envelopeThankFlow.create({} as App), { params: { envelopeId: "e1" }, saved: ["clap"] }, [
      "heart",
      "clap",
    ]),
    flow: "envelopeThank",
    answers: answer(sampleClaimersEnvelope, [sampleClaim]),
  },
  {
    ...page,
    flow: "envelopeClose",
    model: envelopeClose,
    answers: answer({ ...sampleOwnEnvelope, closableAt: "2026-11-20T12:11:00Z" }),
  },
  { ...page, flow: "envelopeShare", model: envelopeShare },
  { ...page, flow: "envelopePicture", model: envelopePicture, opens: ["button Picture to share"] },
];
