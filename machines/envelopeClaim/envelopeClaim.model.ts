import type { CountdownEnd } from "../kit/countdown.ts";
import type { components } from "#contract/schema.d.ts";
import { viewEnvelopeClaim } from "./envelopeClaim.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { LONG, sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";
import {
  type ClaimResult,
  type EnvelopeClaimContext,
  type EnvelopeClaimEvent,
  type EnvelopeClaimInput,
  envelopeClaimMachine,
  type EnvelopeDetail,
  type FirstDetail,
} from "./envelopeClaim.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];

/** As somebody who has not claimed sees it, with everything as long as it gets. */
const OPEN: Envelope = {
  ...sampleEnvelope,
  remark: LONG.remark,
  sender: { name: LONG.name, url: null },
  totalAmount: null,
  count: null,
  remainingAmount: null,
  receivedQuantity: null,
  paidOutAmount: null,
};
const MEMBERS: Envelope = {
  ...OPEN,
  claimRule: "members",
  conditions: [
    { chatId: "-1001", title: "Friday lunch", link: "https://t.me/friday_lunch", isMet: null },
    { chatId: "-1002", title: LONG.chat, link: null, isMet: null },
  ],
};
const UNMET = MEMBERS.conditions.map((condition, index) => ({ ...condition, isMet: index === 1 }));
const FINISHED: Envelope = { ...OPEN, status: "finished", recordStatus: "received", remainingCount: 0 };
const MINE = sampleClaim;
const BEST: Claim = { ...MINE, bestLuck: true };
const OTHERS: Claim = { ...MINE, isMine: false, claimId: "c0", amount: "0.008", user: { name: LONG.name, url: null } };

interface EnvelopeClaimShape {
  context: EnvelopeClaimContext;
  event: EnvelopeClaimEvent;
  input: EnvelopeClaimInput;
  outputs: {
    loadDetail: FirstDetail;
    claimEnvelope: ClaimResult;
    refreshDetail: EnvelopeDetail;
    readEnd: EnvelopeDetail;
    countdown: undefined;
    memberCountdown: undefined;
  };
  snapshots: {
    countdown: { context: CountdownEnd };
    memberCountdown: { context: CountdownEnd };
  };
}

export const model = defineModel<EnvelopeClaimShape>({
  machine: envelopeClaimMachine,
  inputs: [
    { envelopeId: null, passphrase: "" },
    { envelopeId: "e1", passphrase: "" },
    { envelopeId: "e1", passphrase: "happy year" },
  ],
  events: {
    "ui.open": [{ type: "ui.open" }],
    "ui.enter": [{ type: "ui.enter" }],
    "ui.type": [
      { type: "ui.type", field: "passphrase", value: "happy year" },
      { type: "ui.type", field: "passphrase", value: "  hi! " },
    ],
    "ui.submit": [{ type: "ui.submit" }],
    "ui.skip": [{ type: "ui.skip" }],
    "ui.refresh": [{ type: "ui.refresh" }],
    "ui.again": [{ type: "ui.again" }],
    "ui.back": [{ type: "ui.back" }],
    "ui.retry": [{ type: "ui.retry" }],
    "app.online": [{ type: "app.online" }],
    "ui.leave": [{ type: "ui.leave" }],
  },
  outcomes: {
    loadDetail: {
      done: [
        { envelope: OPEN, claims: [], hasOpening: false },
        { envelope: OPEN, claims: [MINE], hasOpening: false },
        { envelope: FINISHED, claims: [], hasOpening: false },
        { envelope: { ...OPEN, passphrase: "happy year" }, claims: [], hasOpening: false },
        { envelope: { ...OPEN, type: "ordinary", passphrase: "happy year" }, claims: [], hasOpening: false },
        { envelope: { ...OPEN, status: "refunded" }, claims: [], hasOpening: false },
        {
          envelope: { ...OPEN, status: "awaitingPayment", recordStatus: "notReceived" },
          claims: [],
          hasOpening: false,
        },
        { envelope: MEMBERS, claims: [], hasOpening: false },
        { envelope: OPEN, claims: [MINE], hasOpening: true },
      ],
      error: [
        { kind: "api", error: "notFound", message: "" },
        { kind: "api", error: "invalidRequest", message: "" },
        { kind: "network" },
      ],
    },
    claimEnvelope: {
      done: [
        { claim: MINE, envelope: OPEN, alreadyClaimed: false },
        { claim: MINE, envelope: FINISHED, alreadyClaimed: false },
        { claim: MINE, envelope: OPEN, alreadyClaimed: true },
      ],
      error: [
        { kind: "api", error: "wrongPassphrase", message: "" },
        { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 2 },
        { kind: "api", error: "soldOut", message: "" },
        { kind: "api", error: "envelopeExpired", message: "" },
        { kind: "api", error: "ownEnvelope", message: "" },
        { kind: "network" },
        { kind: "unauthorized" },
        { kind: "api", error: "membersOnly", message: "", retryAfterSeconds: 2, conditions: UNMET },
      ],
    },
    refreshDetail: {
      done: [
        { envelope: OPEN, claims: [MINE] },
        { envelope: FINISHED, claims: [OTHERS, BEST] },
        { envelope: FINISHED, claims: [] },
      ],
      error: [{ kind: "network" }],
    },
    countdown: { done: [undefined], error: [] },
    memberCountdown: { done: [undefined], error: [] },
    readEnd: {
      done: [{ envelope: FINISHED, claims: [OTHERS] }],
      error: [{ kind: "network" }],
    },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
    memberCountdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
  },
  key: ({ envelopeId, envelope, passphrase }) => ({
    isForMembers: envelope?.claimRule === "members",
    isOwn: (envelope?.passphrase ?? null) !== null,
    envelopeId,
    isReceived: envelope?.recordStatus === "received",
    isPassphraseRight: passphrase === "happy year",
  }),
  invariants: {
    "a share is shown only to its owner": ({ claim }, isIn) =>
      isIn("left") || (claim !== null) === (isIn("opening") || isIn("landed")),
    "no passphrase stays after a share": ({ claim, passphrase }) => claim === null || passphrase === "",
    "only a possible passphrase is sent": ({ passphrase, envelope }, isIn) =>
      !isIn("claiming") || passphrase === "happy year" || envelope?.claimRule === "members",
    "no passphrase is asked of members": ({ envelope }, isIn) =>
      envelope?.claimRule !== "members" || !(isIn("entering") || isIn("wrongPassphrase")),
    "a claim is under way only where its answer is awaited": (_, isIn, running) =>
      running.includes("claimEnvelope") === isIn("claiming"),
    "received is all received": ({ envelope }, isIn) =>
      isIn("landed.share.received") ? envelope?.recordStatus === "received" : true,
    "some are left after a share that is not the last": ({ envelope }, isIn) =>
      !isIn("landed.share.partiallyReceived") || envelope?.recordStatus !== "received",
    "waiting has an end, and only waiting": ({ waitSeconds, waitEndsAtMs }, isIn) =>
      isIn("tooManyTries") || isIn("notMember.waiting")
        ? waitSeconds !== null && waitSeconds > 0 && waitEndsAtMs !== null
        : waitSeconds === null && waitEndsAtMs === null,
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what failed is forgotten where it shows no more": ({ failure }, isIn) =>
      failure === null || isIn("failed") || isIn("landed.others.read") || isIn("left"),
  },
  view: viewEnvelopeClaim,
  withoutControl: ["ui.type", "ui.leave"],
  press: { "ui.type": ({ value }) => ({ names: ["envelope:claim.passphrase"], fill: value }) },
});
