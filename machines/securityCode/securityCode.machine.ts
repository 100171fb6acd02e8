import { assign, emit, setup } from "xstate";
import { isSecurityCode } from "#domain/account/securityCode.ts";
import { findSpendingBlockEnd } from "#domain/account/spendingBlock.ts";
import type { AccountSafety } from "../email/email.machine.ts";
import { emailCodeMachine, type EmailCodeOutput } from "../emailCode/emailCode.machine.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, setOutputFailure, readOutput, readError } from "../kit/request.ts";
import { promptGuards, secured, ifCodeAsked } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

export interface SecurityCodeInput {
  /** Whether the person came because they do not know the code any more. */
  isForgotten: boolean;
}

/** `set`: there was none; `change`: with the present one; `recover`: with a code by email. */
export type SecurityCodeMode = "set" | "change" | "recover";

export interface SecurityCodeContext extends SecurityCodeInput {
  mode: SecurityCodeMode;
  /** Where a recovery is confirmed; null until the account is known, and without one. */
  email: string | null;
  /** As typed; empty once it is saved. */
  newSecurityCode: string;
  repeatedSecurityCode: string;
  /** Whether the form was sent with a problem, so that it shows. */
  showsProblems: boolean;
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** ISO 8601; null where nothing is blocked. */
  blockedUntil: string | null;
  /** Of the last step that failed; shown while `failed`. */
  failure: Failure | null;
}

export type SecurityCodeEvent =
  | { type: "ui.open" }
  | { type: "ui.type"; field: "newSecurityCode" | "repeatedSecurityCode"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.forgot" }
  | { type: "ui.remember" }
  | { type: "ui.continue" }
  | { type: "ui.retry" }
  | { type: "app.online" };

const NO_CODES = { newSecurityCode: "", repeatedSecurityCode: "" };

function findMode({ hasSecurityCode }: AccountSafety, isForgotten: boolean): SecurityCodeMode {
  if (!hasSecurityCode) return "set";
  return isForgotten ? "recover" : "change";
}

function isComplete({ newSecurityCode, repeatedSecurityCode }: SecurityCodeContext): boolean {
  return isSecurityCode(newSecurityCode) && newSecurityCode === repeatedSecurityCode;
}

/** Sets, changes and recovers the security code that guards what an account can lose. */
export const securityCodeMachine = setup({
  types: {
    input: {} as SecurityCodeInput,
    context: {} as SecurityCodeContext,
    events: {} as SecurityCodeEvent,
    tags: {} as "busy",
    emitted: {} as Effect,
    children: {} as { emailCode: "emailCode"; securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    loadAccount: provideActor<AccountSafety>("securityCode.loadAccount"),
    saveCode: provideActor<null, { newSecurityCode: string }>("securityCode.saveCode"),
    securityCodePrompt: securityCodePromptMachine,
    emailCode: emailCodeMachine,
  },
  guards: {
    hasEmail: ({ context }) => context.email !== null,
    /** The account is not known. */
    isUnread: ({ context }) => context.email === null,
    isRecovery: ({ context }) => context.mode === "recover" && isComplete(context),
    isComplete: ({ context }) => isComplete(context),
    canForget: ({ context }) => context.mode === "change",
    canRemember: ({ context }) => context.mode === "recover",
    isEmailMissing: (_, params: { error: unknown }) => hasApiError(params.error, "emailRequired"),
    ...promptGuards,
    isVerified: (_, { output }: { output: EmailCodeOutput }) => output.status === "verified",
    isEmailGone: (_, { output }: { output: EmailCodeOutput }) =>
      output.status === "refused" && hasApiError(output.failure, "emailRequired"),
    isRefused: (_, { output }: { output: EmailCodeOutput }) => output.status === "refused",
  },
  actions: {
    ...failureActions,
    recover: assign({ mode: "recover" }),
    clearCodes: assign(NO_CODES),
    clearEmail: assign({ email: null, ...NO_CODES }),
    emitChanged: emit({ type: "app.userChanged" }),
  },
}).createMachine({
  id: "securityCode",
  description: "The security code of the account.",
  context: ({ input: { isForgotten } }) => ({
    isForgotten,
    mode: "set",
    email: null,
    ...NO_CODES,
    showsProblems: false,
    rejectedSubmits: 0,
    blockedUntil: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "The person came to the security code." } },
    },
    loading: {
      description: "The account is being read.",
      tags: "busy",
      invoke: {
        id: "loadAccount",
        src: "loadAccount",
        onDone: {
          target: "sorting",
          description: "It arrived.",
          actions: assign({
            email: ({ event }) => event.output.email,
            mode: ({ context, event }) => findMode(event.output, context.isForgotten),
          }),
        },
        onError: failTo({ target: "failed", description: "It cannot be read." }),
      },
    },
    sorting: {
      description: "Whether a lost code could be recovered.",
      always: [
        { guard: "hasEmail", target: "choosing", description: "A code can be chosen." },
        { target: "emailMissing", description: "An email has to come first." },
      ],
    },
    emailMissing: { description: "Without an email a lost code could not be recovered: leads there first." },
    choosing: {
      description: "The new code is being typed, twice.",
      on: {
        "ui.type": {
          description: "One of the two changed.",
          actions: assign(({ event }) => ({ [event.field]: event.value, showsProblems: false })),
        },
        "ui.submit": [
          { guard: "isRecovery", target: "proving", description: "A code by email confirms it." },
          { guard: "isComplete", target: "saving", description: "Save it." },
          {
            description: "It cannot be the code: say why.",
            actions: assign(({ context }) => ({ showsProblems: true, rejectedSubmits: context.rejectedSubmits + 1 })),
          },
        ],
        "ui.forgot": { guard: "canForget", description: "The present code is forgotten.", actions: "recover" },
        "ui.remember": {
          guard: "canRemember",
          description: "The present code is known after all.",
          actions: assign({ mode: "change" }),
        },
      },
    },
    saving: {
      description: "The server saves the new code.",
      tags: "busy",
      invoke: {
        id: "saveCode",
        src: "saveCode",
        input: ({ context: { newSecurityCode } }) => ({ newSecurityCode }),
        onDone: { target: "saved", description: "It is saved.", actions: ["clearCodes", "emitChanged"] },
        onError: [
          ifCodeAsked("askingCode"),
          {
            guard: { type: "isEmailMissing", params: readError },
            target: "emailMissing",
            description: "An email has to come first.",
            actions: "clearEmail",
          },
          failTo({ target: "failed", description: "The server cannot do it now." }),
        ],
      },
    },
    askingCode: {
      description: "The person is asked for the present code, and the change is repeated with it.",
      invoke: secured({
        attempt: ({ newSecurityCode }: SecurityCodeContext) => ({ kind: "changeSecurityCode", newSecurityCode }),
        failure: ({ failure }) => failure,
        cases: [],
        given: {
          target: "saved",
          description: "The present code was right: the new one is saved.",
          actions: ["clearCodes", "emitChanged"],
        },
        forgotten: { target: "choosing", description: "The present code is forgotten.", actions: "recover" },
        failed: { target: "failed", description: "The server cannot do it now.", actions: setOutputFailure },
        givenUp: { target: "choosing", description: "The person gave it up." },
        broken: { target: "failed" },
      }),
    },
    proving: {
      description: "A code goes to the account's email, and the person types it.",
      invoke: {
        id: "emailCode",
        src: "emailCode",
        input: ({ context: { newSecurityCode, email } }) => ({
          goal: { kind: "recoverSecurityCode", newSecurityCode },
          address: email ?? "",
        }),
        onDone: [
          {
            guard: { type: "isVerified", params: readOutput },
            target: "saved",
            description: "The new code is saved.",
            actions: [
              assign({
                blockedUntil: ({ event: { output } }) =>
                  output.status === "verified" ? findSpendingBlockEnd(output.changedAt) : null,
              }),
              "clearCodes",
              "emitChanged",
            ],
          },
          {
            guard: { type: "isEmailGone", params: readOutput },
            target: "emailMissing",
            description: "The account has no email any more.",
            actions: "clearEmail",
          },
          {
            guard: { type: "isRefused", params: readOutput },
            target: "failed",
            description: "The server refused.",
            actions: setOutputFailure,
          },
          { target: "choosing", description: "Back to the new code." },
        ],
        onError: failTo({ target: "failed", description: "The code broke." }),
      },
    },
    saved: {
      description: "The new code is in force.",
      on: { "ui.continue": { target: "left", description: "Done here.", actions: emit({ type: "left" }) } },
    },
    left: { type: "final", description: "The page is left; another press would go back once more." },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": [
          { guard: "hasEmail", target: "choosing", description: "Back to the new code." },
          { target: "loading", description: "Read the account again." },
        ],
        "app.online": { guard: "isUnread", target: "loading", description: "The device has a network again." },
      },
    },
  },
});
