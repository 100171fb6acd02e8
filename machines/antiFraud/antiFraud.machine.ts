import { assign, setup } from "xstate";
import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, takeOutput } from "../kit/request.ts";

export type Verdict = "official" | "reported" | "unknown";
type Field = "text" | "reason";

export interface AntiFraudContext {
  /** The account as it was typed. */
  text: string;
  /** The form was sent with something that is no account. */
  showsProblems: boolean;
  /** What was asked about, in its one spelling. */
  account: string | null;
  verdict: Verdict | null;
  /** Why the account is to be reported. */
  reason: string;
  failure: Failure | null;
}

export type AntiFraudEvent =
  | { type: "ui.type"; field: Field; value: string }
  | { type: "ui.check" }
  /** The person wants to report the account. */
  | { type: "ui.report" }
  | { type: "ui.send" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "app.online" };

const NOTHING_ASKED = { account: null, verdict: null, reason: "", failure: null } satisfies Partial<AntiFraudContext>;

const setVerdict = { type: "setVerdict", params: takeOutput<Verdict> } as const;

/** Asks what is known of a messenger account, and reports one. */
export const antiFraudMachine = setup({
  types: {
    context: {} as AntiFraudContext,
    events: {} as AntiFraudEvent,
    tags: {} as "busy",
  },
  actors: {
    queryAccount: provideActor<Verdict, { account: string }>("antiFraud.queryAccount"),
    sendReport: provideActor<null, { account: string; reason: string }>("antiFraud.sendReport"),
  },
  guards: {
    isField: (_, params: { field: Field; wanted: Field }) => params.field === params.wanted,
    isAccount: ({ context }) => normalizeAccount(context.text) !== null,
    isOfficial: (_, verdict: Verdict) => verdict === "official",
    isReported: (_, verdict: Verdict) => verdict === "reported",
    wasReported: ({ context }) => context.verdict === "reported",
  },
  actions: {
    setVerdict: assign((_, verdict: Verdict) => ({ verdict })),
    ...failureActions,
  },
}).createMachine({
  id: "antiFraud",
  description: "The check of a messenger account, and the report of a fake.",
  context: { ...NOTHING_ASKED, text: "", showsProblems: false },
  initial: "asking",
  states: {
    asking: {
      description: "The account and what is known of it.",
      initial: "idle",
      on: {
        "ui.type": {
          guard: { type: "isField", params: ({ event }) => ({ field: event.field, wanted: "text" as const }) },
          target: ".idle",
          actions: assign({ ...NOTHING_ASKED, text: ({ event }) => event.value, showsProblems: false }),
          description: "The account is being typed: what is known of another one is forgotten.",
        },
      },
      states: {
        idle: {
          description: "Nothing was asked yet.",
          on: {
            "ui.check": [
              {
                guard: "isAccount",
                target: "#antiFraud.checking",
                actions: assign({ account: ({ context }) => normalizeAccount(context.text) }),
                description: "Ask about the account.",
              },
              { actions: assign({ showsProblems: true }), description: "That is no account: say so." },
            ],
          },
        },
        official: { description: "The account is official." },
        reported: {
          description: "The account was reported as a fake.",
          on: {
            "ui.report": { target: "#antiFraud.writing", description: "The person has something to report as well." },
          },
        },
        unknown: {
          description: "Nothing is known of the account.",
          on: { "ui.report": { target: "#antiFraud.writing", description: "The person wants to report it." } },
        },
        failed: {
          description: "The account could not be checked.",
          on: {
            "ui.retry": { target: "#antiFraud.checking", description: "Ask again." },
            "app.online": { target: "#antiFraud.checking", description: "The device has a network again." },
          },
        },
        sent: { description: "The report is with the operators; it changes the verdict once they confirm it." },
      },
    },
    checking: {
      description: "The server is asked about the account.",
      tags: "busy",
      entry: "clearFailure",
      invoke: {
        id: "queryAccount",
        src: "queryAccount",
        input: ({ context }) => ({ account: context.account ?? "" }),
        onDone: [
          {
            guard: { type: "isOfficial", params: takeOutput },
            target: "asking.official",
            actions: setVerdict,
            description: "It is ours.",
          },
          {
            guard: { type: "isReported", params: takeOutput },
            target: "asking.reported",
            actions: setVerdict,
            description: "It was reported, and an operator has confirmed that.",
          },
          {
            target: "asking.unknown",
            actions: setVerdict,
            description: "Nothing is known of it, which does not make it safe.",
          },
        ],
        onError: failTo({ target: "asking.failed", description: "The server cannot say." }),
      },
    },
    writing: {
      description: "The reason of the report is being written.",
      entry: "clearFailure",
      on: {
        "ui.type": {
          guard: { type: "isField", params: ({ event }) => ({ field: event.field, wanted: "reason" as const }) },
          actions: assign({ reason: ({ event }) => event.value }),
          description: "The reason is being typed.",
        },
        "ui.send": { target: "sending", description: "Send the report." },
        "ui.back": [
          { guard: "wasReported", target: "asking.reported", description: "Report nothing." },
          { target: "asking.unknown", description: "Report nothing." },
        ],
      },
    },
    sending: {
      description: "The report is being sent.",
      tags: "busy",
      invoke: {
        id: "sendReport",
        src: "sendReport",
        input: ({ context }) => ({ account: context.account ?? "", reason: context.reason.trim() }),
        onDone: { target: "asking.sent", description: "The operators have it." },
        onError: failTo({ target: "unsent", description: "It was not taken, e.g. the fifth today was." }),
      },
    },
    unsent: {
      description: "The report was not sent; what was written is kept.",
      on: { "ui.retry": { target: "writing", description: "Back to what was written." } },
    },
  },
});
