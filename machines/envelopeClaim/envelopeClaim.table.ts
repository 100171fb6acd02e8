import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type {
  ClaimResult,
  EnvelopeClaimContext,
  EnvelopeClaimEvent,
  EnvelopeClaimInput,
  EnvelopeDetail,
  FirstDetail,
} from "./envelopeClaim.setup.ts";

type Context = EnvelopeClaimContext;

export interface EnvelopeClaimShape {
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
    countdown: { context: { secondsLeft: number | null } };
    memberCountdown: { context: { secondsLeft: number | null } };
  };
}

type DetailEvent = { output: EnvelopeDetail };
type ErrorEvent = { error: unknown };

/** Four characters at least but for spaces; the full rule is domain/'s. */
function isPassphraseRight({ passphrase }: Context): boolean {
  const { length } = passphrase.replace(/\s+/g, "");
  return length >= 4 && length <= 32;
}

function isApiError(...keys: readonly string[]): (before: Context, event: ErrorEvent) => boolean {
  return (_, { error }) => {
    const failure = toFailure(error);
    return failure.kind === "api" && keys.includes(failure.error);
  };
}

const isTapped = ({ envelope }: Context): boolean => envelope !== null && envelope.claimRule === "members";

const setWait = (_: Context, { error }: ErrorEvent): Partial<Context> => {
  const failure = toFailure(error);
  return { secondsLeft: (failure.kind === "api" && failure.retryAfterSeconds) || 60 };
};

const setFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const setDetail = (_: Context, { output }: DetailEvent): Partial<Context> => ({
  envelope: output.envelope,
  claims: output.claims,
});
const isLastShare = ({ envelope }: Context): boolean => envelope !== null && envelope.recordStatus === "received";
const setResult = (_: Context, { output }: { output: ClaimResult }): Partial<Context> => ({
  claim: output.claim,
  envelope: output.envelope,
  passphrase: "",
});
const setFreshDetail = ({ claim }: Context, { output }: DetailEvent): Partial<Context> => {
  const mine = output.claims.filter((other) => other.isMine);
  return { envelope: output.envelope, claims: output.claims, claim: mine.at(0) ?? claim };
};
const setLastDetail = (before: Context, event: DetailEvent): Partial<Context> => ({
  ...setDetail(before, event),
  passphrase: "",
});

const searchAgain = {
  guard: "isSearch",
  when: ({ envelopeId }: Context): boolean => envelopeId === null,
  target: "entering",
};

const typed = (_: Context, { value }: { value: string }) => ({ passphrase: value });
const emitTypedDraft = (_: Context, { value }: { value: string }) => [
  { type: "draft.changed", passphrase: value || null },
];
const NO_DRAFT = { type: "draft.changed", passphrase: null };
const vibrate = (kind: string) => ({ type: "vibrate", kind });
const emitWarningVibration = () => [vibrate("warning")];
const emitWarningVibrationAndNoDraft = () => [vibrate("warning"), NO_DRAFT];
const emitErrorVibration = () => [vibrate("error")];
const emitSuccessVibration = () => [vibrate("success")];
/** The claim begins. */
const emitLightVibration = () => [vibrate("light")];
const emitNoDraft = () => [NO_DRAFT];

export const envelopeClaimTable: TransitionTable<EnvelopeClaimShape> = {
  delaysMs: { turnTime: 900, openingTime: 1_000 },
  asks: {
    loadDetail: ({ envelopeId }) => ({ envelopeId }),
    claimEnvelope: ({ passphrase, envelopeId, envelope }) => ({
      passphrase: envelope?.claimRule === "members" ? null : passphrase,
      envelopeId,
    }),
    refreshDetail: ({ claim }) => ({ envelopeId: claim?.envelopeId }),
    readEnd: ({ envelopeId }) => ({ envelopeId }),
    countdown: ({ secondsLeft }) => ({ lastsSeconds: secondsLeft }),
    memberCountdown: ({ secondsLeft }) => ({ lastsSeconds: secondsLeft }),
  },
  context: ({ envelopeId, passphrase }) => ({
    envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    passphrase,
    secondsLeft: null,
    failure: null,
  }),
  states: {
    "(machine)": {
      initial: "idle",
      "ui.leave": {
        target: "left",
        changes: ({ claim, failure }) => ({ secondsLeft: null, failure: claim === null ? null : failure }),
      },
    },
    idle: {
      "ui.open": [
        { guard: "isLinked", when: ({ envelopeId }) => envelopeId !== null, target: "loadingDetail" },
        { target: "entering" },
      ],
    },
    loadingDetail: {
      "done(loadDetail)": [
        {
          guard: "hasOpening",
          when: (_, { output }) => output.hasOpening && output.claims.some((claim) => claim.isMine),
          target: "opening",
          changes: (before, event) => ({ ...setFreshDetail(before, event), passphrase: "" }),
          emits: () => [NO_DRAFT, vibrate("heavy")],
        },
        {
          guard: "hasOwnClaim",
          when: (_, { output }) => output.claims.some((claim) => claim.isMine),
          target: "landed.share.alreadyClaimed, landed.others.read",
          changes: (before, event) => ({ ...setFreshDetail(before, event), passphrase: "" }),
          emits: emitNoDraft,
        },
        {
          guard: "isOwn",
          when: (_, { output: { envelope } }) =>
            (envelope.passphrase !== null || "life" in envelope) &&
            !(envelope.type === "luckyDraw" && envelope.status === "open"),
          target: "own",
          changes: setDetail,
        },
        {
          guard: "isFinished",
          when: (_, { output }) => output.envelope.status === "finished",
          target: "over.reason.soldOut",
          changes: setLastDetail,
          emits: emitNoDraft,
        },
        {
          guard: "isOver",
          when: (_, { output }) => /^(expired|refunded|cancelled)$/.test(output.envelope.status),
          target: "over.reason.expired",
          changes: setLastDetail,
          emits: emitNoDraft,
        },
        {
          guard: "isOpen",
          when: (_, { output }) => output.envelope.status === "open",
          target: "notReceived",
          changes: setDetail,
        },
        { target: "missing" },
      ],
      "error(loadDetail)": [
        { guard: "isUnknown", when: isApiError("notFound", "invalidRequest"), target: "missing" },
        { target: "failed.loadFailed", changes: setFailure },
      ],
    },
    notReceived: {
      "ui.enter": [
        { guard: "isForMembers", when: isTapped, target: "claiming", emits: emitLightVibration },
        {
          guard: "knowsPassphrase",
          when: ({ envelope }) => envelope !== null && envelope.passphrase !== null,
          target: "claiming",
          changes: ({ envelope }) => ({ passphrase: envelope?.passphrase ?? "" }),
          emits: emitLightVibration,
        },
        { target: "entering" },
      ],
    },
    own: {},
    entering: {
      initial: "entering.unchecked",
      "ui.type": { changes: typed, emits: emitTypedDraft },
      "ui.submit": [
        { guard: "isPassphraseRight", when: isPassphraseRight, target: "claiming", emits: emitLightVibration },
        { target: "entering.checked" },
      ],
    },
    "entering.unchecked": {},
    "entering.checked": {},
    claiming: {
      initial: "claiming.seen",
      "done(claimEnvelope)": [
        {
          guard: "isRepeat",
          when: (_, { output }) => output.alreadyClaimed,
          target: "landed.share.alreadyClaimed",
          changes: setResult,
          emits: emitNoDraft,
        },
        { target: "opening", changes: setResult, emits: () => [NO_DRAFT, vibrate("heavy")] },
      ],
      "error(claimEnvelope)": [
        {
          guard: "isNoMember",
          when: isApiError("membersOnly"),
          target: "notMember",
          changes: (before, event) => {
            const { error } = event as { error: { conditions?: EnvelopeDetail["envelope"]["conditions"] } };
            const { envelope } = before;
            const { conditions } = error;
            if (envelope === null || conditions === undefined) return setWait(before, event);
            return { ...setWait(before, event), envelope: { ...envelope, conditions } };
          },
          emits: emitWarningVibration,
        },
        {
          guard: "isWrongPassphrase",
          when: (before, event) => !isTapped(before) && isApiError("wrongPassphrase")(before, event),
          target: "wrongPassphrase",
          emits: emitErrorVibration,
        },
        {
          guard: "isThrottled",
          when: isApiError("tooManyTries"),
          target: "tooManyTries",
          changes: setWait,
          emits: emitWarningVibration,
        },
        {
          guard: "isLinkedSoldOut",
          when: (before, event) => before.envelopeId !== null && isApiError("soldOut")(before, event),
          target: "over.reason.soldOut, over.others.reading",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        {
          guard: "isLinkedExpired",
          when: (before, event) => before.envelopeId !== null && isApiError("envelopeExpired")(before, event),
          target: "over.reason.expired, over.others.reading",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        {
          guard: "isSoldOut",
          when: isApiError("soldOut"),
          target: "over.reason.soldOut",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        {
          guard: "isExpired",
          when: isApiError("envelopeExpired"),
          target: "over.reason.expired",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        {
          guard: "isOwnEnvelope",
          when: isApiError("ownEnvelope"),
          target: "failed.refused",
          changes: setFailure,
          emits: emitErrorVibration,
        },
        { target: "failed.unclaimed", changes: setFailure, emits: emitErrorVibration },
      ],
    },
    "claiming.seen": {
      "after(turnTime)": { target: "claiming.seen", reenter: true, emits: emitLightVibration },
      "ui.leave": { target: "claiming.unseen" },
    },
    "claiming.unseen": {
      "done(claimEnvelope)": {
        target: "left",
        changes: { passphrase: "" },
        emits: (_, { output }) => [NO_DRAFT, { type: "share.unseen", claim: output.claim }],
      },
      "error(claimEnvelope)": [
        { guard: "isUnauthorized", when: (_, { error }) => toFailure(error).kind === "unauthorized", target: "left" },
        { target: "left", emits: (_, { error }) => [{ type: "failure.unseen", failure: toFailure(error) }] },
      ],
    },
    opening: {
      "ui.skip": { target: "landed", emits: emitSuccessVibration },
      "after(openingTime)": { target: "landed", emits: emitSuccessVibration },
      "ui.leave": { target: "left", emits: ({ claim }) => [{ type: "share.unseen", claim }] },
    },
    landed: {},
    "landed.share": { initial: "landed.share.partiallyReceived" },
    "landed.share.partiallyReceived": {
      always: { guard: "isAllReceived", when: isLastShare, target: "landed.share.received" },
    },
    "landed.share.received": {
      always: {
        guard: "isSomeLeft",
        when: (before) => !isLastShare(before),
        target: "landed.share.partiallyReceived",
      },
    },
    "landed.share.alreadyClaimed": {},
    "landed.others": { initial: "landed.others.reading" },
    "landed.others.reading": {
      "done(refreshDetail)": { target: "landed.others.read", changes: setFreshDetail },
      "error(refreshDetail)": { target: "landed.others.read", changes: setFailure },
    },
    "landed.others.read": { "ui.refresh": { target: "landed.others.reading", changes: { failure: null } } },
    over: { "ui.again": searchAgain },
    "over.reason": { initial: "over.reason.soldOut" },
    "over.reason.soldOut": {},
    "over.reason.expired": {},
    "over.others": { initial: "over.others.read" },
    "over.others.reading": {
      "done(readEnd)": { target: "over.others.read", changes: setDetail },
      "error(readEnd)": { target: "over.others.read" },
    },
    "over.others.read": {},
    wrongPassphrase: { "ui.type": { target: "entering", changes: typed, emits: emitTypedDraft } },
    tooManyTries: {
      "snapshot(countdown)": { changes: (_, { snapshot }) => ({ secondsLeft: snapshot.context.secondsLeft }) },
      "done(countdown)": [
        { guard: "isForMembers", when: isTapped, target: "notReceived", changes: { secondsLeft: null } },
        { target: "entering", changes: { secondsLeft: null } },
      ],
    },
    notMember: { initial: "notMember.waiting" },
    "notMember.waiting": {
      "snapshot(memberCountdown)": { changes: (_, { snapshot }) => ({ secondsLeft: snapshot.context.secondsLeft }) },
      "done(memberCountdown)": { target: "notMember.ready", changes: { secondsLeft: null } },
    },
    "notMember.ready": { "ui.retry": { target: "claiming", emits: emitLightVibration } },
    missing: { "ui.again": { target: "entering", changes: { envelopeId: null } } },
    failed: {
      initial: "failed.unclaimed",
      "ui.type": {
        guard: "isTyped",
        when: (before) => !isTapped(before),
        target: "entering",
        changes: (_, { value }) => ({ passphrase: value, failure: null }),
        emits: emitTypedDraft,
      },
      "ui.back": [
        { guard: "isForMembers", when: isTapped, target: "notReceived", changes: { failure: null } },
        { target: "entering", changes: { failure: null } },
      ],
    },
    "failed.loadFailed": {
      "ui.retry": { target: "loadingDetail", changes: { failure: null } },
      "app.online": { target: "loadingDetail", changes: { failure: null } },
    },
    "failed.unclaimed": {
      "ui.retry": { target: "claiming", changes: { failure: null }, emits: emitLightVibration },
    },
    "failed.refused": {},
    left: {},
  },
};
