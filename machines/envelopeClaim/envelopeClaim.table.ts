import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type {
  ClaimResult,
  EnvelopeClaimContext,
  EnvelopeClaimEvent,
  EnvelopeClaimInput,
  EnvelopeDetail,
} from "./envelopeClaim.setup.ts";

type Context = EnvelopeClaimContext;

export interface EnvelopeClaimShape {
  context: EnvelopeClaimContext;
  event: EnvelopeClaimEvent;
  input: EnvelopeClaimInput;
  outputs: {
    loadDetail: EnvelopeDetail;
    claimEnvelope: ClaimResult;
    refreshDetail: EnvelopeDetail;
    readEnd: EnvelopeDetail;
    countdown: undefined;
  };
  snapshots: { countdown: { context: { secondsLeft: number | null } } };
}

type DetailEvent = { output: EnvelopeDetail };
type ErrorEvent = { error: unknown };

/** Six characters at least once spaces are collapsed; the full rule is domain/'s. */
function isPassphraseRight({ passphrase }: Context): boolean {
  const { length } = passphrase.trim().replace(/ +/g, " ");
  return length >= 6 && length <= 32;
}

function isApiError(...keys: readonly string[]): (before: Context, event: ErrorEvent) => boolean {
  return (_, { error }) => {
    const failure = toFailure(error);
    return failure.kind === "api" && keys.includes(failure.error);
  };
}

const keepFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const keepDetail = (_: Context, { output }: DetailEvent): Partial<Context> => ({
  envelope: output.envelope,
  claims: output.claims,
});
const isLastShare = ({ envelope }: Context): boolean => envelope !== null && envelope.recordStatus === "received";
const keepResult = (_: Context, { output }: { output: ClaimResult }): Partial<Context> => ({
  claim: output.claim,
  envelope: output.envelope,
  isRepeat: output.alreadyClaimed,
  passphrase: "",
});
const keepFreshDetail = ({ claim }: Context, { output }: DetailEvent): Partial<Context> => {
  const mine = output.claims.filter((other) => other.isMine);
  return { envelope: output.envelope, claims: output.claims, claim: mine.at(0) ?? claim };
};
const keepLastDetail = (before: Context, event: DetailEvent): Partial<Context> => ({
  ...keepDetail(before, event),
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
const emitNoDraft = () => [NO_DRAFT];

export const envelopeClaimTable: TransitionTable<EnvelopeClaimShape> = {
  delaysMs: { openingTime: 1_000 },
  asks: {
    loadDetail: ({ envelopeId }) => ({ envelopeId }),
    claimEnvelope: ({ passphrase, envelopeId }) => ({ passphrase, envelopeId }),
    refreshDetail: ({ claim }) => ({ envelopeId: claim?.envelopeId }),
    readEnd: ({ envelopeId }) => ({ envelopeId }),
    countdown: ({ secondsLeft }) => ({ lastsSeconds: secondsLeft }),
  },
  context: ({ envelopeId, passphrase }) => ({
    envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    isRepeat: false,
    passphrase,
    isChecked: false,
    secondsLeft: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.open": [
        { guard: "isLinked", when: ({ envelopeId }) => envelopeId !== null, target: "loadingDetail" },
        { target: "entering" },
      ],
    },
    loadingDetail: {
      "done(loadDetail)": [
        {
          guard: "hasOwnClaim",
          when: (_, { output }) => output.claims.some((claim) => claim.isMine),
          target: "alreadyClaimed",
          changes: (before, event) => ({ ...keepFreshDetail(before, event), isRepeat: true, passphrase: "" }),
          emits: emitNoDraft,
        },
        {
          guard: "isOwn",
          when: (_, { output: { envelope } }) =>
            envelope.passphrase !== null && !(envelope.type === "luckyDraw" && envelope.status === "open"),
          target: "own",
          changes: keepDetail,
        },
        {
          guard: "isFinished",
          when: (_, { output }) => output.envelope.status === "finished",
          target: "soldOut",
          changes: keepLastDetail,
          emits: emitNoDraft,
        },
        {
          guard: "isOver",
          when: (_, { output }) => /^(expired|refunded|cancelled)$/.test(output.envelope.status),
          target: "expired",
          changes: keepLastDetail,
          emits: emitNoDraft,
        },
        {
          guard: "isOpen",
          when: (_, { output }) => output.envelope.status === "open",
          target: "notReceived",
          changes: keepDetail,
        },
        { target: "missing" },
      ],
      "error(loadDetail)": [
        { guard: "isUnknown", when: isApiError("notFound", "invalidRequest"), target: "missing" },
        { target: "failed", changes: keepFailure },
      ],
    },
    notReceived: {
      "ui.enter": [
        {
          guard: "knowsPassphrase",
          when: ({ envelope }) => envelope !== null && envelope.passphrase !== null,
          target: "claiming",
          changes: ({ envelope }) => ({ passphrase: envelope?.passphrase ?? "" }),
        },
        { target: "entering" },
      ],
    },
    own: {},
    entering: {
      "ui.type": { changes: typed, emits: emitTypedDraft },
      "ui.submit": [
        { guard: "isPassphraseRight", when: isPassphraseRight, target: "claiming", changes: { isChecked: false } },
        { changes: { isChecked: true } },
      ],
    },
    claiming: {
      "done(claimEnvelope)": [
        {
          guard: "isRepeat",
          when: (_, { output }) => output.alreadyClaimed,
          target: "refreshing",
          changes: keepResult,
          emits: emitNoDraft,
        },
        { target: "opening", changes: keepResult, emits: () => [NO_DRAFT, vibrate("heavy")] },
      ],
      "error(claimEnvelope)": [
        {
          guard: "isWrongPassphrase",
          when: isApiError("wrongPassphrase"),
          target: "wrongPassphrase",
          emits: emitErrorVibration,
        },
        {
          guard: "isThrottled",
          when: isApiError("tooManyTries"),
          target: "tooManyTries",
          changes: (_, { error }) => {
            const failure = toFailure(error);
            return { secondsLeft: (failure.kind === "api" && failure.retryAfterSeconds) || 60 };
          },
          emits: emitWarningVibration,
        },
        {
          guard: "isLinkedEnd",
          when: (before, event) =>
            before.envelopeId !== null &&
            (isApiError("soldOut")(before, event) || isApiError("envelopeExpired")(before, event)),
          target: "missed",
          changes: keepFailure,
          emits: emitWarningVibration,
        },
        {
          guard: "isSoldOut",
          when: isApiError("soldOut"),
          target: "soldOut",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        {
          guard: "isExpired",
          when: isApiError("envelopeExpired"),
          target: "expired",
          changes: { passphrase: "" },
          emits: emitWarningVibrationAndNoDraft,
        },
        { target: "failed", changes: keepFailure, emits: emitErrorVibration },
      ],
    },
    opening: {
      "ui.skip": { target: "refreshing", emits: emitSuccessVibration },
      "after(openingTime)": { target: "refreshing", emits: emitSuccessVibration },
    },
    partiallyReceived: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    received: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    alreadyClaimed: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    refreshing: {
      "done(refreshDetail)": { target: "sortingShare", changes: keepFreshDetail },
      "error(refreshDetail)": { target: "sortingShare", changes: keepFailure },
    },
    sortingShare: {
      always: [
        { guard: "wasRepeat", when: ({ isRepeat }) => isRepeat, target: "alreadyClaimed" },
        { guard: "isAllReceived", when: isLastShare, target: "received" },
        { target: "partiallyReceived" },
      ],
    },
    missed: {
      "done(readEnd)": { target: "sortingEnd", changes: keepDetail },
      "error(readEnd)": { target: "sortingEnd" },
    },
    sortingEnd: {
      always: [
        {
          guard: "wasExpired",
          when: ({ failure }) => failure?.kind === "api" && failure.error === "envelopeExpired",
          target: "expired",
          changes: { failure: null, passphrase: "" },
          emits: emitNoDraft,
        },
        { target: "soldOut", changes: { failure: null, passphrase: "" }, emits: emitNoDraft },
      ],
    },
    soldOut: { "ui.again": searchAgain },
    expired: { "ui.again": searchAgain },
    wrongPassphrase: { "ui.type": { target: "entering", changes: typed, emits: emitTypedDraft } },
    tooManyTries: {
      "snapshot(countdown)": { changes: (_, { snapshot }) => ({ secondsLeft: snapshot.context.secondsLeft }) },
      "done(countdown)": { target: "entering", changes: { secondsLeft: null } },
    },
    missing: { "ui.again": { target: "entering", changes: { envelopeId: null } } },
    failed: {
      "ui.retry": [
        {
          guard: "isUnread",
          when: ({ envelopeId, envelope }) => envelopeId !== null && envelope === null,
          target: "loadingDetail",
          changes: { failure: null },
        },
        {
          guard: "canRetry",
          when: ({ failure }) => failure?.kind !== "api" || failure.error !== "ownEnvelope",
          target: "claiming",
          changes: { failure: null },
        },
      ],
      "ui.type": {
        target: "entering",
        changes: (_, { value }) => ({ passphrase: value, failure: null }),
        emits: emitTypedDraft,
      },
      "ui.back": { target: "entering", changes: { failure: null } },
    },
  },
};
