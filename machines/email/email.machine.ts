import { assign, emit, sendTo, setup } from "xstate";
import { findEmailProblem, tidyEmail, type EmailProblem } from "#domain/account/email.ts";
import { findSpendingBlockEnd } from "#domain/account/spendingBlock.ts";
import { emailCodeMachine, type EmailCodeOutput } from "../emailCode/emailCode.machine.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, readOutput } from "../kit/request.ts";

export interface EmailInput {
  /** What the person typed here before and did not confirm; empty at first. */
  email: string;
}

/** What is known of the account. */
export interface AccountSafety {
  email: string | null;
  hasSecurityCode: boolean;
}

export interface EmailContext {
  /** As typed. */
  email: string;
  /** The email of the account; null without one. */
  currentEmail: string | null;
  /** Whether the form was sent with a problem, so that it shows. */
  showsProblems: boolean;
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** What the server has against the address; null once it is typed again. */
  refusal: EmailProblem | null;
  /** Whether another email was there before. */
  isChange: boolean;
  /** ISO 8601; null where the change blocks nothing. */
  blockedUntil: string | null;
  failure: Failure | null;
}

export type EmailEvent =
  | { type: "ui.open" }
  | { type: "ui.type"; field: "email"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.continue" }
  | { type: "ui.retry" }
  | { type: "app.online" };

/** Sets or changes the email of the account, with a code that goes to the new address. */
export const emailMachine = setup({
  types: {
    input: {} as EmailInput,
    context: {} as EmailContext,
    events: {} as EmailEvent,
    emitted: {} as Effect,
    children: {} as { emailCode: "emailCode" },
  },
  actors: {
    loadAccount: provideActor<AccountSafety>("email.loadAccount"),
    emailCode: emailCodeMachine,
  },
  guards: {
    isRight: ({ context }) => findEmailProblem(context.email, context.currentEmail) === null,
    isVerified: (_, { output }: { output: EmailCodeOutput }) => output.status === "verified",
    isRefused: (_, { output }: { output: EmailCodeOutput }) => output.status === "refused",
    isForgotten: (_, { output }: { output: EmailCodeOutput }) => output.status === "forgotten",
  },
  actions: {
    ...failureActions,
    countRejected: assign(({ context }) => ({ rejectedSubmits: context.rejectedSubmits + 1 })),
    emitDraft: emit(({ context: { email } }) => ({ type: "draft.changed", text: email })),
  },
}).createMachine({
  id: "email",
  description: "The email of the account: for codes that prove who somebody is, and for nothing else.",
  context: ({ input: { email } }) => ({
    email,
    currentEmail: null,
    showsProblems: false,
    rejectedSubmits: 0,
    refusal: null,
    isChange: false,
    blockedUntil: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "The person came to the email." } },
    },
    loading: {
      description: "The account is being read.",
      invoke: {
        id: "loadAccount",
        src: "loadAccount",
        onDone: {
          target: "typing",
          description: "It arrived.",
          actions: assign(({ event }) => ({
            currentEmail: event.output.email,
            isChange: event.output.email !== null,
          })),
        },
        onError: failTo({ target: "failed", description: "It cannot be read." }),
      },
    },
    typing: {
      description: "The address is being typed.",
      on: {
        "ui.type": {
          description: "The address changed.",
          actions: [assign({ email: ({ event }) => event.value, showsProblems: false, refusal: null }), "emitDraft"],
        },
        "ui.submit": [
          { guard: "isRight", target: "proving", description: "Send a code there." },
          {
            description: "It cannot be the new email: say why.",
            actions: ["countRejected", assign({ showsProblems: true })],
          },
        ],
      },
    },
    proving: {
      description: "A code goes to the new address, and the person types it.",
      entry: sendTo("emailCode", { type: "ui.send" }),
      invoke: {
        id: "emailCode",
        src: "emailCode",
        input: ({ context }) => {
          const email = tidyEmail(context.email);
          return { goal: { kind: "updateEmail", email }, address: email };
        },
        onDone: [
          {
            guard: { type: "isVerified", params: readOutput },
            target: "saved",
            description: "It is the email now.",
            actions: [
              assign(({ context, event: { output } }) => ({
                currentEmail: tidyEmail(context.email),
                email: "",
                blockedUntil:
                  context.isChange && output.status === "verified" ? findSpendingBlockEnd(output.changedAt) : null,
              })),
              "emitDraft",
              emit({ type: "app.userChanged" }),
            ],
          },
          {
            guard: { type: "isRefused", params: readOutput },
            target: "typing",
            description: "The server has something against the address.",
            actions: [
              "countRejected",
              assign(({ event: { output } }) => ({
                refusal: output.status === "refused" && hasApiError(output.failure, "sameEmail") ? "same" : "format",
              })),
            ],
          },
          {
            guard: { type: "isForgotten", params: readOutput },
            target: "typing",
            description: "The security code is to be recovered first.",
            actions: emit({ type: "code.wanted", isForgotten: true }),
          },
          { target: "typing", description: "Back to the address." },
        ],
        onError: failTo({ target: "failed", description: "The code broke." }),
      },
    },
    saved: {
      description: "The account has the new email.",
      on: { "ui.continue": { target: "left", description: "Done here.", actions: emit({ type: "left" }) } },
    },
    left: { type: "final", description: "The page is left; another press would go back once more." },
    failed: {
      description: "The account is not known; what was typed is kept.",
      on: {
        "ui.retry": { target: "loading", description: "Read it again.", actions: "clearFailure" },
        "app.online": { target: "loading", description: "The device has a network again.", actions: "clearFailure" },
      },
    },
  },
});
