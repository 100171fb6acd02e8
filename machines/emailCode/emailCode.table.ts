import { toFailure, type Failure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { StateRows, TransitionTable } from "../kit/transitionTable.ts";
import type { EmailCodeContext, EmailCodeEvent, EmailCodeInput, SentCode } from "./emailCode.setup.ts";

export interface EmailCodeShape {
  context: EmailCodeContext;
  event: EmailCodeEvent;
  input: EmailCodeInput;
  outputs: {
    sendCode: SentCode;
    verifyCode: { changedAt: string };
    securityCodePrompt: SecurityCodePromptOutput;
    countdown: undefined;
  };
  snapshots: { countdown: { context: { secondsLeft: number | null; endsAtMs: number | null } } };
}

type Context = EmailCodeContext;

const isError = (error: unknown, ...keys: readonly string[]): boolean => {
  const failure: Failure = toFailure(error);
  return failure.kind === "api" && keys.includes(failure.error);
};

const typed = (_: Context, { value }: { value: string }) => ({
  verificationCode: value.replaceAll(/\D/g, "").slice(0, 6),
  failure: null,
});
const isWhole = (_: Context, { value }: { value: string }): boolean => value.replaceAll(/\D/g, "").length >= 6;

const waitFor = (seconds: number) => ({ waitSeconds: seconds, secondsLeft: seconds, waitEndsAtMs: null });
const wait = ({ failure }: Context) => waitFor(failure?.kind === "api" ? (failure.retryAfterSeconds ?? 60) : 60);
const NO_CODE = { verificationCode: "" };
const waitForServer = (context: Context, { error }: { error: unknown }) => ({
  ...wait({ ...context, failure: toFailure(error) }),
  failure: null,
});
const kept = (_: Context, { error }: { error: unknown }) => ({ failure: toFailure(error) });
const verified = (changedAt: string) => ({ outcome: { status: "verified", changedAt } as const, ...NO_CODE });

/** Typing goes on where the digits can be typed. */
const typing = (target?: "sent"): StateRows<EmailCodeShape> => ({
  "ui.type": [
    { guard: "isCode", when: isWhole, target: "verifying", changes: typed },
    target === undefined ? { changes: typed } : { target, changes: typed },
  ],
  "ui.back": { target: "cancelled", changes: NO_CODE },
});

const ticking: StateRows<EmailCodeShape> = {
  "snapshot(countdown)": {
    // The end stays known while the clock was not read again.
    changes: (_, { snapshot: { context } }) => ({
      secondsLeft: context.secondsLeft,
      ...(context.endsAtMs !== null && { waitEndsAtMs: context.endsAtMs }),
    }),
  },
};

/** PRODUCT.md 7: 6 digits, 10 min, 5 tries, resend after 60 s, 5 an hour. */
export const emailCodeTable: TransitionTable<EmailCodeShape> = {
  asks: {
    sendCode: ({ goal, address }) => ({ goal: goal.kind, address }),
    verifyCode: ({ goal, verificationCode }) => ({ ...goal, verificationCode }),
    securityCodePrompt: ({ address, verificationCode, failure }) => ({
      attempt: { kind: "updateEmail", email: address, verificationCode },
      failure,
    }),
    countdown: ({ waitEndsAtMs, waitSeconds }, { isIn }) =>
      waitEndsAtMs === null || isIn("locked") ? { lastsSeconds: waitSeconds } : { endsAtMs: waitEndsAtMs },
  },
  context: (input) => ({
    ...input,
    ...NO_CODE,
    expiresAt: null,
    isEarlier: false,
    waitSeconds: 0,
    secondsLeft: null,
    waitEndsAtMs: null,
    failure: null,
    outcome: { status: "cancelled" },
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.send": { target: "sending", changes: NO_CODE },
      "ui.back": { target: "cancelled", changes: NO_CODE },
    },
    sending: {
      "done(sendCode)": {
        target: "sent",
        changes: (_, { output }) => ({
          ...waitFor(output.resendAfterSeconds),
          expiresAt: output.expiresAt,
          isEarlier: output.isEarlier,
          failure: null,
        }),
      },
      "error(sendCode)": [
        {
          guard: "canTypeLast",
          when: ({ expiresAt }, { error }) => expiresAt !== null && isError(error, "tooManyTries"),
          target: "sent",
          changes: waitForServer,
        },
        // Nobody is led to digits that nobody has.
        {
          guard: "isSendingShut",
          when: (_, { error }) => isError(error, "tooManyTries"),
          target: "shut",
          changes: waitForServer,
        },
        { target: "sorting", changes: kept },
      ],
    },
    shut: {
      ...ticking,
      "done(countdown)": { changes: { secondsLeft: 0 } },
      "ui.send": {
        guard: "canResend",
        when: ({ secondsLeft }) => secondsLeft === 0,
        target: "sending",
        changes: NO_CODE,
      },
      "ui.back": { target: "cancelled", changes: NO_CODE },
    },
    sent: {
      ...typing(),
      ...ticking,
      "done(countdown)": { target: "resendable", changes: { secondsLeft: 0 } },
    },
    resendable: { ...typing(), "ui.send": { target: "sending", changes: NO_CODE } },
    verifying: {
      "done(verifyCode)": { target: "verified", changes: (_, { output }) => verified(output.changedAt) },
      "error(verifyCode)": [
        {
          guard: "isSecurityCodeAsked",
          when: (_, { error }) => isError(error, "securityCodeRequired", "wrongSecurityCode", "securityCodeLocked"),
          target: "askingSecurityCode",
          changes: kept,
        },
        { target: "sorting", changes: kept },
      ],
    },
    askingSecurityCode: {
      "done(securityCodePrompt)": [
        {
          guard: "isGiven",
          when: (_, { output }) => output.status === "given",
          target: "verified",
          changes: (_, { output }) =>
            verified(output.status === "given" && "changedAt" in output.result ? output.result.changedAt : ""),
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "forgotten",
          changes: { outcome: { status: "forgotten" }, ...NO_CODE },
        },
        {
          guard: "isFailed",
          when: (_, { output }) => output.status === "failed",
          target: "sorting",
          changes: (_, { output }) => (output.status === "failed" ? { failure: output.failure } : {}),
        },
        { target: "sent", changes: { failure: null, ...NO_CODE } },
      ],
      "error(securityCodePrompt)": { target: "failed", changes: kept },
    },
    sorting: {
      always: [
        {
          guard: "isRefused",
          when: ({ failure }) => isError(failure, "sameEmail", "emailRequired", "invalidRequest"),
          target: "refused",
          changes: ({ failure }) => (failure === null ? {} : { outcome: { status: "refused", failure }, ...NO_CODE }),
        },
        {
          guard: "isWrong",
          when: ({ failure }) => isError(failure, "wrongVerificationCode"),
          target: "wrong",
          changes: NO_CODE,
        },
        {
          guard: "isExpired",
          when: ({ failure }) => isError(failure, "verificationCodeExpired"),
          target: "expired",
          changes: { ...NO_CODE, expiresAt: null },
        },
        {
          guard: "isThrottled",
          when: ({ failure }) => isError(failure, "tooManyTries"),
          target: "locked",
          changes: (context) => ({ ...NO_CODE, ...wait(context) }),
        },
        { target: "failed" },
      ],
    },
    wrong: {
      ...typing("sent"),
      ...ticking,
      "done(countdown)": { changes: { secondsLeft: 0 } },
      "ui.send": {
        guard: "canResend",
        when: ({ secondsLeft }) => secondsLeft === 0,
        target: "sending",
        changes: NO_CODE,
      },
    },
    expired: {
      "ui.send": { target: "sending", changes: NO_CODE },
      "ui.back": { target: "cancelled", changes: NO_CODE },
    },
    locked: {
      ...ticking,
      "done(countdown)": { target: "resendable", changes: { secondsLeft: 0, failure: null } },
      "ui.back": { target: "cancelled", changes: NO_CODE },
    },
    failed: {
      "ui.back": { target: "cancelled", changes: NO_CODE },
      "ui.retry": [
        { guard: "isTyped", when: ({ verificationCode }) => verificationCode.length === 6, target: "verifying" },
        { target: "sending" },
      ],
    },
    verified: {},
    refused: {},
    forgotten: {},
    cancelled: {},
  },
};
