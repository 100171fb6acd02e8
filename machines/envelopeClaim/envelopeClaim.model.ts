import type { components } from "#contract/schema.d.ts";
import { viewEnvelopeClaim } from "./envelopeClaim.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { LONG, sampleClaim, sampleEntry, sampleEnvelope } from "#tests/support/samples.ts";
import { envelopeClaimMachine } from "./envelopeClaim.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Entry = components["schemas"]["Entry"];

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

const TOGETHER: Envelope = { ...OPEN, drawRule: "together", drawWindowS: 300, remainingCount: 50 };
const ENTRY = sampleEntry;
const LOST: Entry = { ...ENTRY, status: "lost" };
const UNDRAWN: Entry = { ...ENTRY, status: "undrawn" };

export const model = defineModel({
  machine: envelopeClaimMachine,
  inputs: [
    { envelopeId: null, passphrase: "" },
    { envelopeId: "e1", passphrase: "" },
    { envelopeId: "e1", passphrase: "happy year" },
  ],
  events: {
    "ui.type": [
      { type: "ui.type", field: "passphrase", value: "happy year" },
      { type: "ui.type", field: "passphrase", value: "  hi! " },
    ],
    "draw.read": [{ type: "draw.read", reading: { entry: { ...ENTRY, entries: 12 }, claim: null } }],
  },
  outcomes: {
    loadFirst: {
      done: [
        { envelope: OPEN, claims: [], hasOpening: false, entry: null },
        { envelope: OPEN, claims: [MINE], hasOpening: false, entry: null },
        { envelope: FINISHED, claims: [], hasOpening: false, entry: null },
        { envelope: { ...OPEN, passphrase: "happy year" }, claims: [], hasOpening: false, entry: null },
        {
          envelope: { ...OPEN, type: "ordinary", passphrase: "happy year" },
          claims: [],
          hasOpening: false,
          entry: null,
        },
        { envelope: { ...OPEN, status: "refunded" }, claims: [], hasOpening: false, entry: null },
        {
          envelope: { ...OPEN, status: "awaitingPayment", recordStatus: "notReceived" },
          claims: [],
          hasOpening: false,
          entry: null,
        },
        { envelope: MEMBERS, claims: [], hasOpening: false, entry: null },
        { envelope: OPEN, claims: [MINE], hasOpening: true, entry: null },
        { envelope: TOGETHER, claims: [], hasOpening: false, entry: ENTRY },
        { envelope: FINISHED, claims: [OTHERS], hasOpening: false, entry: LOST },
        { envelope: { ...TOGETHER, status: "refunded" }, claims: [], hasOpening: false, entry: UNDRAWN },
      ],
      error: [
        { kind: "api", error: "notFound", message: "" },
        { kind: "api", error: "invalidRequest", message: "" },
        { kind: "network" },
      ],
    },
    claimEnvelope: {
      done: [
        { claim: MINE, entry: null, envelope: OPEN, alreadyClaimed: false },
        { claim: MINE, entry: null, envelope: FINISHED, alreadyClaimed: false },
        { claim: MINE, entry: null, envelope: OPEN, alreadyClaimed: true },
        { claim: null, entry: { ...ENTRY, entries: 7 }, envelope: TOGETHER, alreadyClaimed: false },
        { claim: null, entry: LOST, envelope: FINISHED, alreadyClaimed: true },
        { claim: null, entry: UNDRAWN, envelope: { ...TOGETHER, status: "refunded" }, alreadyClaimed: true },
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
    windowEnd: { done: [undefined], error: [] },
    lateCountdown: { done: [undefined], error: [] },
    drawFollow: {
      done: [
        { entry: { ...ENTRY, status: "won" }, claim: MINE },
        { entry: LOST, claim: null },
        { entry: UNDRAWN, claim: null },
      ],
      error: [],
    },
    readEnd: {
      done: [{ envelope: FINISHED, claims: [OTHERS] }],
      error: [{ kind: "network" }],
    },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
  },
  key: ({ envelopeId, envelope, passphrase }) => ({
    isForMembers: envelope?.claimRule === "members",
    isOwn: (envelope?.passphrase ?? null) !== null,
    envelopeId,
    isTogether: envelope?.drawRule === "together",
    isReceived: envelope?.recordStatus === "received",
    isPassphraseRight: passphrase === "happy year",
  }),
  // A draw for all is the same however its envelope was found, and whatever was typed before.
  isWalked: (stimulus, { envelopeId, envelope }) =>
    !/^done\(claimEnvelope\)#[345]/.test(stimulus) || (envelopeId !== null && envelope?.claimRule === "members"),
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
    "who waits has a place": ({ entry }, isIn) => !isIn("waiting") || entry?.status === "waiting",
    "nothing is known of an envelope that a passphrase has to find": ({ envelopeId, envelope, claims, entry }, isIn) =>
      envelopeId !== null || !isIn("entering") || (envelope === null && claims.length === 0 && entry === null),
    "received is all received": ({ envelope }, isIn) =>
      isIn("landed.share.received") ? envelope?.recordStatus === "received" : true,
    "some are left after a share that is not the last": ({ envelope }, isIn) =>
      !isIn("landed.share.partiallyReceived") || envelope?.recordStatus !== "received",
    "waiting has an end, and only waiting": ({ waitEndsAtMs }, isIn) =>
      (isIn("tooManyTries") || isIn("notMember.waiting")) === (waitEndsAtMs !== null),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what failed is forgotten where it shows no more": ({ failure }, isIn) =>
      failure === null ||
      ["failed", "wrongPassphrase", "tooManyTries", "notMember", "landed.others.read", "left"].some(isIn),
  },
  view: viewEnvelopeClaim,
  withoutControl: ["ui.type", "ui.leave"],
  press: { "ui.type": ({ value }) => ({ names: ["envelope:claim.passphrase"], fill: value }) },
});
