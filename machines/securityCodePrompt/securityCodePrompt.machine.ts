import { assign, setup } from "xstate";
import { isSecurityCode } from "#domain/account/securityCode.ts";
import { countdown } from "../kit/countdown.ts";
import { hasApiError, toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { toRetryAfterSeconds } from "../kit/failureText.ts";
import { failTo } from "../kit/request.ts";
import type { SecuredAttempt, SecuredResult } from "./securedAttempt.ts";

export interface SecurityCodePromptInput {
  attempt: SecuredAttempt;
  /** Why the try did not go through without the code. */
  failure: Failure;
}

export type SecurityCodePromptOutput =
  | { status: "given"; result: SecuredResult }
  /** The code is no longer the reason. */
  | { status: "failed"; failure: Failure }
  | { status: "cancelled" }
  /** The person does not know the code any more. */
  | { status: "forgotten" };

export interface SecurityCodePromptContext extends SecurityCodePromptInput {
  /** As typed; empty again as soon as the server has answered. */
  securityCode: string;
  /** Whether something was sent that cannot be a code, so that this shows. */
  showsProblems: boolean;
  /** When the lock ends, by the clock of this device; null where there is none, and until the clock was read. */
  lockEndsAtMs: number | null;
  /** What the try with the right code led to; null before. */
  result: SecuredResult | null;
}

export type SecurityCodePromptEvent =
  | { type: "ui.type"; field: "securityCode"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.forgot" }
  | { type: "ui.cancel" };

const setTyped = {
  type: "setTyped",
  params: ({ event }: { event: { value: string } }) => ({ securityCode: event.value }),
} as const;

const cancel = { target: "cancelled", description: "The person gave it up." } as const;

const forget = {
  target: "forgotten",
  description: "The person does not know it any more.",
  actions: "clearCode",
} as const;

/** Asks for the security code and repeats with it what the server refused without it, so that no other chart holds the code. */
export const securityCodePromptMachine = setup({
  types: {
    input: {} as SecurityCodePromptInput,
    context: {} as SecurityCodePromptContext,
    events: {} as SecurityCodePromptEvent,
    output: {} as SecurityCodePromptOutput,
  },
  actors: {
    tryCode: provideActor<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(
      "securityCodePrompt.tryCode",
    ),
    countdown,
  },
  guards: {
    isLocked: ({ context }) => hasApiError(context.failure, "securityCodeLocked"),
    isWrong: ({ context }) => hasApiError(context.failure, "wrongSecurityCode"),
    isAsked: ({ context }) => hasApiError(context.failure, "securityCodeRequired"),
    isPossible: ({ context }) => isSecurityCode(context.securityCode),
  },
  actions: {
    setTyped: assign((_, { securityCode }: { securityCode: string }) => ({ securityCode, showsProblems: false })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error), securityCode: "" })),
    clearCode: assign({ securityCode: "" }),
  },
}).createMachine({
  id: "securityCodePrompt",
  description: "The security code, asked for where a call needs it.",
  context: ({ input }) => ({
    attempt: input.attempt,
    failure: input.failure,
    securityCode: "",
    showsProblems: false,
    lockEndsAtMs: null,
    result: null,
  }),
  output: ({ event }) => event.output as SecurityCodePromptOutput,
  initial: "sorting",
  states: {
    sorting: {
      description: "Sorts by what the server said to the last try.",
      always: [
        { guard: "isLocked", target: "locked", description: "Too many codes were wrong." },
        { guard: "isWrong", target: "wrong", description: "The code is another one." },
        { guard: "isAsked", target: "asking", description: "The server wants the code." },
        {
          target: "failed",
          description: "The code is right or was not looked at, and something else stands in the way.",
        },
      ],
    },
    asking: {
      description: "The code is being typed.",
      on: {
        "ui.type": { description: "The code changed.", actions: setTyped },
        "ui.submit": [
          { guard: "isPossible", target: "checking", description: "Try with this code." },
          { description: "It cannot be a code: say so.", actions: assign({ showsProblems: true }) },
        ],
        "ui.forgot": forget,
        "ui.cancel": { ...cancel, actions: "clearCode" },
      },
    },
    checking: {
      description: "The server repeats the try with the code.",
      invoke: {
        id: "tryCode",
        src: "tryCode",
        input: ({ context: { attempt, securityCode } }) => ({ attempt, securityCode }),
        onDone: {
          target: "given",
          description: "The code is right and the try went through.",
          actions: assign(({ event }) => ({ result: event.output, securityCode: "" })),
        },
        onError: failTo({ target: "sorting", description: "The server refused." }),
      },
    },
    wrong: {
      description: "The code was wrong; another one can be typed.",
      on: {
        "ui.type": { target: "asking", description: "Another code.", actions: setTyped },
        "ui.forgot": forget,
        "ui.cancel": cancel,
      },
    },
    locked: {
      description: "Waits until a code can be tried again.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context }) => ({ lastsSeconds: toRetryAfterSeconds(context.failure) }),
        onSnapshot: {
          description: "The clock was read.",
          actions: assign({ lockEndsAtMs: ({ event }) => event.snapshot.context?.endsAtMs ?? null }),
        },
        onDone: { target: "asking", description: "The lock has ended." },
      },
      exit: assign({ lockEndsAtMs: null }),
      on: { "ui.forgot": forget, "ui.cancel": cancel },
    },
    given: {
      type: "final",
      description: "The try went through.",
      output: ({ context: { result } }) => ({ status: "given", result }),
    },
    failed: {
      type: "final",
      description: "The try failed for another reason.",
      output: ({ context: { failure } }) => ({ status: "failed", failure }),
    },
    forgotten: {
      type: "final",
      description: "The person wants to recover the code.",
      output: { status: "forgotten" },
    },
    cancelled: { type: "final", description: "Nothing was tried any more.", output: { status: "cancelled" } },
  },
});
