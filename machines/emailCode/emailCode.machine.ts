import { assign, setup } from "xstate";
import { isVerificationCode, tidyVerificationCode } from "#domain/account/verificationCode.ts";
import { countdown, type CountdownEnd } from "../kit/countdown.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { toRetryAfterSeconds } from "../kit/failureText.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, readError, setFailure, setOutputFailure } from "../kit/request.ts";
import { type PromptEnd, promptGuards, secured, ifCodeAsked } from "../kit/secured.ts";
import type { SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
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
  /** How long the server wants the person to wait before another code or another try; 0 once that is over. */
  waitSeconds: number;
  /** When that is over, by the clock of this device; null until the clock was read. */
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

function toAttempt({ goal, verificationCode }: EmailCodeContext): VerifiedAttempt {
  return { ...goal, verificationCode };
}

/** Only a change of the email is ever asked for the security code. */
function toSecuredAttempt({ goal, address, verificationCode }: EmailCodeContext): SecuredAttempt {
  return { kind: "updateEmail", email: goal.kind === "updateEmail" ? goal.email : address, verificationCode };
}

const emailCodeSetup = setup({
  types: {
    input: {} as EmailCodeInput,
    context: {} as EmailCodeContext,
    events: {} as EmailCodeEvent,
    tags: {} as "busy" | "field",
    meta: {} as { failureKey: string },
    output: {} as EmailCodeOutput,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    sendCode: provideActor<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>("emailCode.sendCode"),
    /** Resolves with the moment of the change, ISO 8601. */
    verifyCode: provideActor<{ changedAt: string }, VerifiedAttempt>("emailCode.verifyCode"),
    securityCodePrompt: securityCodePromptMachine,
    countdown,
  },
  guards: {
    /** Typed, or pasted with spaces and words around it. */
    isCode: (_, { typed }: { typed: string }) => isVerificationCode(tidyVerificationCode(typed)),
    isTyped: ({ context }) => isVerificationCode(context.verificationCode),
    canResend: ({ context }) => context.waitSeconds === 0,
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
    ...failureActions,
    setEnd: assign((_, waitEndsAtMs: number | null) => ({ waitEndsAtMs })),
    setWait: assign({ waitSeconds: ({ context }) => toRetryAfterSeconds(context.failure), waitEndsAtMs: null }),
    endWait: assign({ waitSeconds: 0, waitEndsAtMs: null }),
    clearCode: assign({ verificationCode: "" }),
    setChange: assign((_, { changedAt }: { changedAt: string }) => ({ changedAt, verificationCode: "" })),
  },
});

interface Typed {
  event: { value: string };
}

const setTyped = { type: "setTyped", params: ({ event }: Typed) => ({ typed: event.value }) } as const;
const ifCode = { type: "isCode", params: ({ event }: Typed) => ({ typed: event.value }) } as const;

const type = [
  {
    guard: ifCode,
    target: "verifying",
    description: "The last digit is there: nothing more is to be pressed.",
    actions: setTyped,
  },
  { target: "sent", description: "The digits changed.", actions: setTyped },
] as const;

const back = { target: "cancelled", description: "Back to what the code is for." } as const;

const send = { target: "sending", description: "Send another code." } as const;

interface ClockRead {
  context: EmailCodeContext;
  event: { snapshot: { context: CountdownEnd | undefined } };
}

const setEnd = {
  description: "The clock was read.",
  actions: {
    type: "setEnd",
    params: ({ context, event }: ClockRead) => event.snapshot.context?.endsAtMs ?? context.waitEndsAtMs,
  },
} as const;

/** Until another code can be sent: by the deadline where it is known, so that leaving and coming back start nothing anew. */
const untilResend = {
  id: "countdown",
  src: "countdown",
  input: ({ context }: { context: { waitEndsAtMs: number | null; waitSeconds: number } }) =>
    context.waitEndsAtMs === null ? { lastsSeconds: context.waitSeconds } : { endsAtMs: context.waitEndsAtMs },
  onSnapshot: setEnd,
} as const;

/** Sends six digits by email and does with them what they are for. */
export const emailCodeMachine = emailCodeSetup.createMachine({
  id: "emailCode",
  description: "A code by email, typed here to prove that the mailbox is the person's.",
  context: ({ input }) => ({
    ...input,
    verificationCode: "",
    expiresAt: null,
    isEarlier: false,
    isLastRefused: false,
    waitSeconds: 0,
    waitEndsAtMs: null,
    failure: null,
    changedAt: null,
  }),
  output: ({ event }) => event.output as EmailCodeOutput,
  initial: "idle",
  states: {
    idle: {
      description: "Nothing was sent: says where the code will go.",
      on: { "ui.send": { ...send, description: "Send the code." }, "ui.back": back },
    },
    sending: {
      description: "The server is sending a code.",
      tags: "busy",
      entry: "clearCode",
      invoke: {
        id: "sendCode",
        src: "sendCode",
        input: ({ context }) => ({ goal: context.goal.kind, address: context.address }),
        onDone: {
          target: "sent",
          description: "The code is on its way, or went there a short time ago.",
          actions: assign({
            // Another end than the known one is that of a code whose answer was lost.
            isLastRefused: ({ context, event: { output } }) =>
              output.isEarlier && output.expiresAt === context.expiresAt,
            isEarlier: ({ event }) => event.output.isEarlier,
            waitSeconds: ({ event }) => event.output.resendAfterSeconds,
            waitEndsAtMs: null,
            expiresAt: ({ event }) => event.output.expiresAt,
          }),
        },
        onError: [
          {
            guard: { type: "canTypeLast", params: readError },
            target: "sent",
            description: "No other code can be sent yet: the last one can be typed still.",
            actions: [setFailure, "setWait", assign({ isLastRefused: true })],
          },
          {
            guard: { type: "isSendingShut", params: readError },
            target: "shut",
            description: "Too many codes were asked for.",
            actions: [setFailure, "setWait"],
          },
          failTo({ target: "sorting", description: "The server refused." }),
        ],
      },
    },
    shut: {
      description: "No code was sent: waits until one can be asked for.",
      invoke: {
        ...untilResend,
        onDone: { description: "A code can be asked for.", actions: "endWait" },
      },
      on: {
        "ui.send": { ...send, guard: "canResend", description: "Ask for a code again." },
        "ui.back": back,
      },
    },
    sent: {
      description: "The digits are being typed; another code can be sent when the wait ends.",
      tags: "field",
      invoke: {
        ...untilResend,
        onDone: { target: "resendable", description: "Another code can be sent.", actions: "endWait" },
      },
      on: {
        "ui.type": [type[0], { description: "The digits changed.", actions: setTyped }],
        "ui.back": back,
      },
    },
    resendable: {
      description: "The digits are being typed; another code can be sent.",
      tags: "field",
      on: {
        "ui.type": [type[0], { description: "The digits changed.", actions: setTyped }],
        "ui.send": send,
        "ui.back": back,
      },
    },
    verifying: {
      description: "The server looks at the digits, and does what they are for.",
      tags: ["busy", "field"],
      invoke: {
        id: "verifyCode",
        src: "verifyCode",
        input: ({ context }) => toAttempt(context),
        onDone: {
          target: "verified",
          description: "They are right, and it is done.",
          actions: { type: "setChange", params: ({ event }) => event.output },
        },
        onError: [ifCodeAsked("askingSecurityCode"), failTo({ target: "sorting", description: "The server refused." })],
      },
    },
    askingSecurityCode: {
      description: "The person is asked for the security code, and the try is repeated with it.",
      tags: "field",
      invoke: secured({
        attempt: toSecuredAttempt,
        failure: ({ failure }: EmailCodeContext) => failure,
        cases: [],
        given: {
          target: "verified",
          description: "Both codes are right, and it is done.",
          actions: {
            type: "setChange",
            params: ({ event: { output } }: { event: PromptEnd }) => ({
              changedAt:
                output.status === "given" && output.result.kind === "updateEmail" ? output.result.changedAt : "",
            }),
          },
        },
        forgotten: {
          target: "forgotten",
          description: "The security code is to be recovered first.",
          actions: "clearCode",
        },
        failed: {
          target: "sorting",
          description: "The security code is not the reason any more.",
          actions: setOutputFailure,
        },
        givenUp: { target: "sent", description: "The person gave it up.", actions: "clearCode" },
        broken: { target: "failed" },
      }),
    },
    sorting: {
      description: "Sorts by why the server refused.",
      always: [
        {
          guard: "isRefused",
          target: "refused",
          description: "No code can help.",
          actions: "clearCode",
        },
        { guard: "isWrong", target: "wrong", description: "The digits are others.", actions: "clearCode" },
        {
          guard: "isExpired",
          target: "expired",
          description: "The code is too old.",
          actions: ["clearCode", assign({ expiresAt: null })],
        },
        {
          guard: "isThrottled",
          target: "locked",
          description: "Too many digits were wrong.",
          actions: ["clearCode", "setWait"],
        },
        { target: "failed", description: "The server cannot do it now." },
      ],
    },
    wrong: {
      description: "The digits were wrong; the code can be typed again.",
      tags: "field",
      meta: { failureKey: "errors:wrongVerificationCode" },
      invoke: {
        ...untilResend,
        onDone: { description: "Another code can be sent.", actions: "endWait" },
      },
      on: {
        "ui.type": type,
        "ui.send": { ...send, guard: "canResend" },
        "ui.back": back,
      },
    },
    expired: {
      description: "The code is too old; another one can be sent.",
      meta: { failureKey: "errors:verificationCodeExpired" },
      on: { "ui.send": send, "ui.back": back },
    },
    locked: {
      description: "Too many digits were wrong: waits until the next try is allowed.",
      meta: { failureKey: "codes:code.locked" },
      invoke: {
        ...untilResend,
        onDone: {
          target: "resendable",
          description: "The wait is over.",
          actions: "endWait",
        },
      },
      on: { "ui.back": back },
    },
    failed: {
      description: "Server or network failed; what was typed is kept.",
      on: {
        "ui.retry": [
          { guard: "isTyped", target: "verifying", description: "Look at the digits again." },
          { target: "sending", description: "Send a code again." },
        ],
        "ui.back": back,
      },
    },
    verified: {
      type: "final",
      description: "What the code was for is done.",
      output: ({ context: { changedAt } }) => ({ status: "verified", changedAt }),
    },
    refused: {
      type: "final",
      description: "It lies with the goal.",
      output: ({ context: { failure } }) => ({ status: "refused", failure }),
    },
    forgotten: {
      type: "final",
      description: "The security code is to be recovered first.",
      output: { status: "forgotten" },
    },
    cancelled: {
      type: "final",
      description: "The person went back.",
      entry: "clearCode",
      output: { status: "cancelled" },
    },
  },
});
