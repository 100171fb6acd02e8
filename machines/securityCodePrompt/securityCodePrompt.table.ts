import { toFailure, type Failure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { SecuredResult } from "./securedAttempt.ts";
import type {
  SecurityCodePromptContext,
  SecurityCodePromptEvent,
  SecurityCodePromptInput,
} from "./securityCodePrompt.machine.ts";

export interface SecurityCodePromptShape {
  context: SecurityCodePromptContext;
  event: SecurityCodePromptEvent;
  input: SecurityCodePromptInput;
  outputs: { tryCode: SecuredResult; countdown: undefined };
  snapshots: { countdown: { context: { secondsLeft: number | null; endsAtMs: number | null } } };
}

type Context = SecurityCodePromptContext;

const isError = (failure: Failure, error: string): boolean => failure.kind === "api" && failure.error === error;

const NO_WAIT = { secondsLeft: null, lockEndsAtMs: null };

const typed = (_: Context, { value }: { value: string }) => ({ securityCode: value, isChecked: false });

const forgotten = { target: "forgotten", changes: { outcome: { status: "forgotten" }, securityCode: "" } } as const;

/** PRODUCT.md 7: 8 printable ASCII characters; 5 wrong codes lock for 15 minutes. */
export const securityCodePromptTable: TransitionTable<SecurityCodePromptShape> = {
  asks: {
    tryCode: ({ attempt, securityCode }) => ({ attempt, securityCode }),
    countdown: ({ secondsLeft }) => ({ lastsSeconds: secondsLeft }),
  },
  context: ({ attempt, failure }) => ({
    attempt,
    failure,
    securityCode: "",
    isChecked: false,
    ...NO_WAIT,
    outcome: { status: "cancelled" },
  }),
  states: {
    "(machine)": { initial: "sorting" },
    sorting: {
      always: [
        {
          guard: "isLocked",
          when: ({ failure }) => isError(failure, "securityCodeLocked"),
          target: "locked",
          changes: ({ failure }) => ({
            secondsLeft: failure.kind === "api" ? (failure.retryAfterSeconds ?? 60) : null,
          }),
        },
        { guard: "isWrong", when: ({ failure }) => isError(failure, "wrongSecurityCode"), target: "wrong" },
        { guard: "isAsked", when: ({ failure }) => isError(failure, "securityCodeRequired"), target: "asking" },
        { target: "failed", changes: ({ failure }) => ({ outcome: { status: "failed", failure } }) },
      ],
    },
    asking: {
      "ui.type": { changes: typed },
      "ui.submit": [
        {
          guard: "isPossible",
          when: ({ securityCode: code }) =>
            /^[!-~]{8}$/.test(code) && /[A-Z]/.test(code) && /[a-z]/.test(code) && /[0-9]/.test(code),
          target: "checking",
        },
        { changes: { isChecked: true } },
      ],
      "ui.forgot": forgotten,
      "ui.cancel": { target: "cancelled", changes: { securityCode: "" } },
    },
    checking: {
      "done(tryCode)": {
        target: "given",
        changes: (_, { output }) => ({ outcome: { status: "given", result: output }, securityCode: "" }),
      },
      "error(tryCode)": {
        target: "sorting",
        changes: (_, { error }) => ({ failure: toFailure(error), securityCode: "" }),
      },
    },
    wrong: {
      "ui.type": { target: "asking", changes: typed },
      "ui.forgot": forgotten,
      "ui.cancel": { target: "cancelled" },
    },
    locked: {
      "snapshot(countdown)": {
        changes: (_, { snapshot }) => ({
          secondsLeft: snapshot.context.secondsLeft,
          lockEndsAtMs: snapshot.context.endsAtMs,
        }),
      },
      "done(countdown)": { target: "asking", changes: NO_WAIT },
      "ui.forgot": { ...forgotten, changes: { ...forgotten.changes, ...NO_WAIT } },
      "ui.cancel": { target: "cancelled", changes: NO_WAIT },
    },
    given: {},
    failed: {},
    forgotten: {},
    cancelled: {},
  },
};
