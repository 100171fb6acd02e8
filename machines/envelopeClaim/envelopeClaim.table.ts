import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type {
  ClaimResult,
  EnvelopeClaimContext,
  EnvelopeClaimEvent,
  EnvelopeClaimInput,
  EnvelopeDetail,
} from "./envelopeClaim.machine.ts";

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
    readClock: number;
  };
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
const late: Partial<Context> = { failure: { kind: "timeout" } };
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

const wasRepeat = { guard: "wasRepeat", when: ({ isRepeat }: Context): boolean => isRepeat, target: "alreadyClaimed" };
const isAllReceived = { guard: "isAllReceived", when: isLastShare, target: "received" };
const wasExpired = {
  guard: "wasExpired",
  when: ({ failure }: Context): boolean => failure?.kind === "api" && failure.error === "envelopeExpired",
  target: "expired",
};
const searchAgain = {
  guard: "isSearch",
  when: ({ envelopeId }: Context): boolean => envelopeId === null,
  target: "entering",
};

const typed = (_: Context, { passphrase }: { passphrase: string }) => ({ passphrase });
const tellTyped = (_: Context, { passphrase }: { passphrase: string }) => [
  { type: "draft.changed", draft: passphrase || null },
];
const NO_DRAFT = { type: "draft.changed", draft: null };
const vibrate = (kind: string) => ({ type: "vibrate", kind });
const tellTooLate = () => [vibrate("warning")];
const tellTooLateWithoutDraft = () => [vibrate("warning"), NO_DRAFT];
const tellRefused = () => [vibrate("error")];
const tellLanded = () => [vibrate("success")];
const tellNoDraft = () => [NO_DRAFT];

/** What follows on the end of an envelope, whatever the reading of its shares came to. */
const ends = (changes: Partial<Context>) => [
  { ...wasExpired, changes, emits: tellNoDraft },
  { target: "soldOut", changes, emits: tellNoDraft },
];
const NOTHING_READ: Partial<Context> = { failure: null, passphrase: "" };

export const envelopeClaimTable: TransitionTable<EnvelopeClaimShape> = {
  delaysMs: { requestTimeout: 100_000, openingTime: 1_000, second: 1_000 },
  asks: {
    loadDetail: ({ envelopeId }) => ({ envelopeId }),
    claimEnvelope: ({ passphrase, envelopeId }) => ({ passphrase, envelopeId }),
    refreshDetail: ({ claim }) => ({ envelopeId: claim?.envelopeId }),
    readEnd: ({ envelopeId }) => ({ envelopeId }),
  },
  context: ({ envelopeId, draft }) => ({
    envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    isRepeat: false,
    passphrase: draft,
    isChecked: false,
    secondsLeft: 0,
    retryAtMs: null,
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
          emits: tellNoDraft,
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
          emits: tellNoDraft,
        },
        {
          guard: "isOver",
          when: (_, { output }) => /^(expired|refunded|cancelled)$/.test(output.envelope.status),
          target: "expired",
          changes: keepLastDetail,
          emits: tellNoDraft,
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
      "after(requestTimeout)": { target: "failed", changes: late },
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
      "ui.typePassphrase": { changes: typed, emits: tellTyped },
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
          emits: tellNoDraft,
        },
        { target: "opening", changes: keepResult, emits: () => [NO_DRAFT, vibrate("heavy")] },
      ],
      "error(claimEnvelope)": [
        {
          guard: "isWrongPassphrase",
          when: isApiError("wrongPassphrase"),
          target: "wrongPassphrase",
          emits: tellRefused,
        },
        {
          guard: "isThrottled",
          when: isApiError("tooManyTries"),
          target: "tooManyTries",
          changes: (_, { error }) => {
            const failure = toFailure(error);
            return { secondsLeft: (failure.kind === "api" && failure.retryAfterSeconds) || 60, retryAtMs: null };
          },
          emits: tellTooLate,
        },
        {
          guard: "isLinkedEnd",
          when: (before, event) =>
            before.envelopeId !== null &&
            (isApiError("soldOut")(before, event) || isApiError("envelopeExpired")(before, event)),
          target: "missed",
          changes: keepFailure,
          emits: tellTooLate,
        },
        {
          guard: "isSoldOut",
          when: isApiError("soldOut"),
          target: "soldOut",
          changes: { passphrase: "" },
          emits: tellTooLateWithoutDraft,
        },
        {
          guard: "isExpired",
          when: isApiError("envelopeExpired"),
          target: "expired",
          changes: { passphrase: "" },
          emits: tellTooLateWithoutDraft,
        },
        { target: "failed", changes: keepFailure, emits: tellRefused },
      ],
      "after(requestTimeout)": { target: "failed", changes: late, emits: tellRefused },
    },
    opening: {
      "ui.skip": { target: "refreshing", emits: tellLanded },
      "after(openingTime)": { target: "refreshing", emits: tellLanded },
    },
    partiallyReceived: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    received: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    alreadyClaimed: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    refreshing: {
      "done(refreshDetail)": [
        { ...wasRepeat, changes: keepFreshDetail },
        {
          guard: "isAllReceivedNow",
          when: (_, { output }) => output.envelope.recordStatus === "received",
          target: "received",
          changes: keepFreshDetail,
        },
        { target: "partiallyReceived", changes: keepFreshDetail },
      ],
      "error(refreshDetail)": [
        { ...wasRepeat, changes: keepFailure },
        { ...isAllReceived, changes: keepFailure },
        { target: "partiallyReceived", changes: keepFailure },
      ],
      "after(requestTimeout)": [
        { ...wasRepeat, changes: late },
        { ...isAllReceived, changes: late },
        { target: "partiallyReceived", changes: late },
      ],
    },
    missed: {
      "done(readEnd)": [
        {
          ...wasExpired,
          changes: (before, event) => ({ ...keepLastDetail(before, event), failure: null }),
          emits: tellNoDraft,
        },
        {
          target: "soldOut",
          changes: (before, event) => ({ ...keepLastDetail(before, event), failure: null }),
          emits: tellNoDraft,
        },
      ],
      "error(readEnd)": ends(NOTHING_READ),
      "after(requestTimeout)": ends(NOTHING_READ),
    },
    soldOut: { "ui.again": searchAgain },
    expired: { "ui.again": searchAgain },
    wrongPassphrase: { "ui.typePassphrase": { target: "entering", changes: typed, emits: tellTyped } },
    tooManyTries: { initial: "tooManyTries.looking" },
    "tooManyTries.looking": {
      "done(readClock)": [
        {
          guard: "isFirstLook",
          when: ({ retryAtMs }) => retryAtMs === null,
          target: "tooManyTries.counting",
          changes: ({ secondsLeft }, { output }) => ({ retryAtMs: output + 1000 * secondsLeft }),
        },
        {
          guard: "hasToWait",
          when: ({ retryAtMs }, { output }) => retryAtMs !== null && output < retryAtMs,
          target: "tooManyTries.counting",
          changes: ({ retryAtMs }, { output }) => ({ secondsLeft: Math.ceil(((retryAtMs ?? 0) - output) / 1000) }),
        },
        { target: "entering", changes: { secondsLeft: 0, retryAtMs: null } },
      ],
    },
    "tooManyTries.counting": { "after(second)": { target: "tooManyTries.looking" } },
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
      "ui.typePassphrase": {
        target: "entering",
        changes: (_, { passphrase }) => ({ passphrase, failure: null }),
        emits: tellTyped,
      },
      "ui.back": { target: "entering", changes: { failure: null } },
    },
  },
};
