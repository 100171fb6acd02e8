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
  outputs: { loadDetail: EnvelopeDetail; claimEnvelope: ClaimResult; refreshDetail: EnvelopeDetail };
}

type DetailEvent = { output: EnvelopeDetail };
type ErrorEvent = { error: unknown };

/** Six characters at least once spaces are collapsed; the full rule is domain/'s. */
function isPassphraseRight({ passphrase }: Context): boolean {
  const { length } = passphrase.trim().replace(/ +/g, " ");
  return length >= 6 && length <= 32;
}

function isApiError(key: string): (before: Context, event: ErrorEvent) => boolean {
  return (_, { error }) => {
    const failure = toFailure(error);
    return failure.kind === "api" && failure.error === key;
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
  passphrase: "",
});
const keepFreshDetail = ({ claim }: Context, { output }: DetailEvent): Partial<Context> => {
  const mine = output.claims.filter((other) => other.isMine);
  return { envelope: output.envelope, claims: output.claims, claim: mine.at(0) ?? claim };
};
const searchAgain = {
  guard: "isSearch",
  when: ({ envelopeId }: Context): boolean => envelopeId === null,
  target: "entering",
  changes: { passphrase: "" },
};

export const envelopeClaimTable: TransitionTable<EnvelopeClaimShape> = {
  delaysMs: { requestTimeout: 100_000, openingTime: 2_600, second: 1_000 },
  asks: {
    loadDetail: ({ envelopeId }) => ({ envelopeId }),
    claimEnvelope: ({ passphrase, envelopeId }) => ({ passphrase, envelopeId }),
    refreshDetail: ({ claim }) => ({ envelopeId: claim?.envelopeId }),
  },
  context: ({ envelopeId }) => ({
    envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    passphrase: "",
    isChecked: false,
    secondsLeft: 0,
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
          changes: keepFreshDetail,
        },
        {
          guard: "isFinished",
          when: (_, { output }) => output.envelope.status === "finished",
          target: "soldOut",
          changes: keepDetail,
        },
        {
          guard: "isOver",
          when: (_, { output }) => /^(expired|refunded|cancelled)$/.test(output.envelope.status),
          target: "expired",
          changes: keepDetail,
        },
        {
          guard: "isOpen",
          when: (_, { output }) => output.envelope.status === "open",
          target: "notReceived",
          changes: keepDetail,
        },
        { target: "failed", changes: { failure: { kind: "api", error: "notFound", message: "" } } },
      ],
      "error(loadDetail)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    notReceived: { "ui.enter": { target: "entering" } },
    entering: {
      "ui.typePassphrase": { changes: (_, { passphrase }) => ({ passphrase }) },
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
          target: "alreadyClaimed",
          changes: keepResult,
        },
        { target: "opening", changes: keepResult },
      ],
      "error(claimEnvelope)": [
        { guard: "isWrongPassphrase", when: isApiError("wrongPassphrase"), target: "wrongPassphrase" },
        {
          guard: "isThrottled",
          when: isApiError("tooManyTries"),
          target: "tooManyTries",
          changes: (_, { error }) => {
            const failure = toFailure(error);
            return { secondsLeft: (failure.kind === "api" && failure.retryAfterSeconds) || 60 };
          },
        },
        { guard: "isSoldOut", when: isApiError("soldOut"), target: "soldOut" },
        { guard: "isExpired", when: isApiError("envelopeExpired"), target: "expired" },
        { target: "failed", changes: keepFailure },
      ],
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    opening: {
      "ui.skip": [{ guard: "isAllReceived", when: isLastShare, target: "received" }, { target: "partiallyReceived" }],
      "after(openingTime)": [
        { guard: "isAllReceived", when: isLastShare, target: "received" },
        { target: "partiallyReceived" },
      ],
    },
    partiallyReceived: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    received: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    alreadyClaimed: { "ui.refresh": { target: "refreshing", changes: { failure: null } } },
    refreshing: {
      "done(refreshDetail)": [
        {
          guard: "isAllReceivedNow",
          when: (_, { output }) => output.envelope.recordStatus === "received",
          target: "received",
          changes: keepFreshDetail,
        },
        { target: "partiallyReceived", changes: keepFreshDetail },
      ],
      "error(refreshDetail)": [
        { guard: "isAllReceived", when: isLastShare, target: "received", changes: keepFailure },
        { target: "partiallyReceived", changes: keepFailure },
      ],
      "after(requestTimeout)": [
        { guard: "isAllReceived", when: isLastShare, target: "received", changes: late },
        { target: "partiallyReceived", changes: late },
      ],
    },
    soldOut: { "ui.again": searchAgain },
    expired: { "ui.again": searchAgain },
    wrongPassphrase: {
      "ui.typePassphrase": { target: "entering", changes: (_, { passphrase }) => ({ passphrase }) },
    },
    tooManyTries: {
      "after(second)": [
        {
          guard: "hasToWait",
          when: ({ secondsLeft }) => secondsLeft > 1,
          target: "tooManyTries",
          reenter: true,
          changes: ({ secondsLeft }) => ({ secondsLeft: secondsLeft - 1 }),
        },
        { target: "entering", changes: { secondsLeft: 0, passphrase: "" } },
      ],
    },
    failed: {
      "ui.retry": [
        { guard: "isPassphraseRight", when: isPassphraseRight, target: "claiming", changes: { failure: null } },
        { target: "loadingDetail", changes: { failure: null } },
      ],
      "ui.back": { target: "entering", changes: { failure: null } },
    },
  },
};
