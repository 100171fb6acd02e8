import { assign, setup } from "xstate";
import { isVerificationCode, tidyVerificationCode } from "#domain/account/verificationCode.ts";
import { countdownMachine } from "../countdown/countdown.machine.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { toRetryAfterSeconds } from "../kit/failureText.ts";
import { failureActions } from "../kit/request.ts";
import { isSecurityCodeAsked, type SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
import { promptGuards } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

/** What the code from the mail is needed for. */
export type EmailCodeGoal =
  | { kind: "updateEmail"; email: string }
  | { kind: "recoverSecurityCode"; newSecurityCode: string };

export interface EmailCodeInput {
  goal: EmailCodeGoal;
  /** Where the code goes. */
  address: string;
}

/** The goal with the code that was typed. */
export type VerifiedAttempt = EmailCodeGoal & { verificationCode: string };

export interface SentCode {
  resendAfterSeconds: number;
  /** ISO 8601. */
  expiresAt: string;
  /** Whether it went there before this try, which sent none. */
  isEarlier: boolean;
}

export type EmailCodeOutput =
  /** `changedAt` is ISO 8601. */
  | { status: "verified"; changedAt: string }
  /** It lies with the goal, not with the code. */
  | { status: "refused"; failure: Failure }
  | { status: "cancelled" }
  /** The server asked for the security code, and the person does not know it. */
  | { status: "forgotten" };

export interface EmailCodeContext extends EmailCodeInput {
  /** The digits that were typed. */
  verificationCode: string;
  /** Of the last code, ISO 8601; null while none is known that can be typed. */
  expiresAt: string | null;
  /** Whether that code went there before the last try, which sent none. */
  isEarlier: boolean;
  /** Whether the person asked for another code in place of that one, and got none. */
  isLastRefused: boolean;
  /** How long the server wants the person to wait before another code or another try. */
  waitSeconds: number;
  /** What is left of it; null before the first code. */
  secondsLeft: number | null;
  /** When that is, by the clock of this device; null until the clock was read. */
  waitEndsAtMs: number | null;
  /** Of the last step that failed; shown while `failed`. */
  failure: Failure | null;
  /** When what the code was for was done, ISO 8601; null before. */
  changedAt: string | null;
}

export type EmailCodeEvent =
  | { type: "ui.send" }
  | { type: "ui.type"; field: "verificationCode"; value: string }
  | { type: "ui.retry" }
  | { type: "ui.back" };

/** What another goal could change, and no other code. */
function isRefusal(error: unknown): boolean {
  return hasApiError(error, "sameEmail") || hasApiError(error, "emailRequired") || hasApiError(error, "invalidRequest");
}

/** Typed, or pasted with spaces and words around it. */
function isCode(typed: string): boolean {
  return isVerificationCode(tidyVerificationCode(typed));
}

export function toAttempt({ goal, verificationCode }: EmailCodeContext): VerifiedAttempt {
  return { ...goal, verificationCode };
}

/** Only a change of the email is ever asked for the security code. */
export function toSecuredAttempt({ goal, address, verificationCode }: EmailCodeContext): SecuredAttempt {
  return { kind: "updateEmail", email: goal.kind === "updateEmail" ? goal.email : address, verificationCode };
}

export const emailCodeSetup = setup({
  types: {
    input: {} as EmailCodeInput,
    context: {} as EmailCodeContext,
    events: {} as EmailCodeEvent,
    tags: {} as "busy",
    output: {} as EmailCodeOutput,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    sendCode: provideActor<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>("emailCode.sendCode"),
    /** Resolves with the moment of the change, ISO 8601. */
    verifyCode: provideActor<{ changedAt: string }, VerifiedAttempt>("emailCode.verifyCode"),
    securityCodePrompt: securityCodePromptMachine,
    countdown: countdownMachine,
  },
  guards: {
    isCode: (_, { typed }: { typed: string }) => isCode(typed),
    isTyped: ({ context }) => isVerificationCode(context.verificationCode),
    canResend: ({ context }) => context.secondsLeft === 0,
    isSecurityCodeAsked: (_, params: { error: unknown }) => isSecurityCodeAsked(params.error),
    isSendingShut: (_, params: { error: unknown }) => hasApiError(params.error, "tooManyTries"),
    canTypeLast: ({ context }, params: { error: unknown }) =>
      hasApiError(params.error, "tooManyTries") && context.expiresAt !== null,
    isRefused: ({ context }) => isRefusal(context.failure),
    isWrong: ({ context }) => hasApiError(context.failure, "wrongVerificationCode"),
    isExpired: ({ context }) => hasApiError(context.failure, "verificationCodeExpired"),
    isThrottled: ({ context }) => hasApiError(context.failure, "tooManyTries"),
    ...promptGuards,
  },
  actions: {
    setTyped: assign((_, { typed }: { typed: string }) => ({
      verificationCode: tidyVerificationCode(typed),
    })),
    setSent: assign(({ context }, { resendAfterSeconds, expiresAt, isEarlier }: SentCode) => ({
      isEarlier,
      // Another end than the known one is that of a code whose answer was lost.
      isLastRefused: isEarlier && expiresAt === context.expiresAt,
      waitSeconds: resendAfterSeconds,
      secondsLeft: resendAfterSeconds,
      waitEndsAtMs: null,
      expiresAt,
    })),
    /** A countdown to a known end has not read the clock yet when it starts. */
    setRest: assign(({ context }, rest: { secondsLeft: number | null; endsAtMs: number | null }) => ({
      secondsLeft: rest.secondsLeft,
      waitEndsAtMs: rest.endsAtMs ?? context.waitEndsAtMs,
    })),
    ...failureActions,
    setWait: assign(({ context }) => {
      const waitSeconds = toRetryAfterSeconds(context.failure);
      return { waitSeconds, secondsLeft: waitSeconds, waitEndsAtMs: null };
    }),
    setLastRefused: assign({ isLastRefused: true }),
    endWait: assign({ secondsLeft: 0 }),
    clearCode: assign({ verificationCode: "" }),
    clearSent: assign({ expiresAt: null }),
    setChange: assign((_, { changedAt }: { changedAt: string }) => ({ changedAt, verificationCode: "" })),
  },
});
