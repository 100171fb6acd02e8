import type { AccountSafety } from "../email/email.machine.ts";
import type { EmailCodeOutput } from "../emailCode/emailCode.setup.ts";
import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { SecurityCodeContext, SecurityCodeEvent, SecurityCodeInput } from "./securityCode.machine.ts";

export interface SecurityCodeShape {
  context: SecurityCodeContext;
  event: SecurityCodeEvent;
  input: SecurityCodeInput;
  outputs: {
    loadAccount: AccountSafety;
    saveCode: null;
    securityCodePrompt: SecurityCodePromptOutput;
    emailCode: EmailCodeOutput;
  };
}

type Context = SecurityCodeContext;

const isError = (error: unknown, ...keys: readonly string[]): boolean => {
  const failure = toFailure(error);
  return failure.kind === "api" && keys.includes(failure.error);
};
const kept = (_: Context, { error }: { error: unknown }) => ({ failure: toFailure(error) });
const NO_CODES = { newSecurityCode: "", repeatedSecurityCode: "" };
const CHANGED = ["account.changed"] as const;

/** SPEC.md 5: exactly 8 characters, no Chinese ones, with upper-case and lower-case letters and digits. */
function isRight({ newSecurityCode: code, repeatedSecurityCode }: Context): boolean {
  const isPossible = /^[!-~]{8}$/.test(code) && /[A-Z]/.test(code) && /[a-z]/.test(code) && /\d/.test(code);
  return isPossible && code === repeatedSecurityCode;
}

export const securityCodeTable: TransitionTable<SecurityCodeShape> = {
  asks: {
    saveCode: ({ newSecurityCode }) => ({ newSecurityCode }),
    securityCodePrompt: ({ newSecurityCode, failure }) => ({
      attempt: { kind: "changeSecurityCode", newSecurityCode },
      failure,
    }),
    emailCode: ({ newSecurityCode, email }) => ({
      goal: { kind: "recoverSecurityCode", newSecurityCode },
      address: email,
    }),
  },
  context: ({ isForgotten }) => ({
    isForgotten,
    mode: "set",
    email: null,
    ...NO_CODES,
    showsProblems: false,
    rejectedSubmits: 0,
    blockedUntil: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loading" } },
    loading: {
      "done(loadAccount)": {
        target: "sorting",
        changes: ({ isForgotten }, { output }) => ({
          email: output.email,
          mode: output.hasSecurityCode ? (isForgotten ? "recover" : "change") : "set",
        }),
      },
      "error(loadAccount)": { target: "failed", changes: kept },
    },
    sorting: {
      always: [
        { guard: "hasEmail", when: ({ email }) => email !== null, target: "choosing" },
        { target: "emailMissing" },
      ],
    },
    emailMissing: {},
    choosing: {
      "ui.type": { changes: (_, { field, value }) => ({ [field]: value, showsProblems: false }) },
      "ui.submit": [
        { guard: "isRecovery", when: (context) => context.mode === "recover" && isRight(context), target: "proving" },
        { guard: "isComplete", when: isRight, target: "saving" },
        { changes: ({ rejectedSubmits }) => ({ showsProblems: true, rejectedSubmits: rejectedSubmits + 1 }) },
      ],
      "ui.forgot": { guard: "canForget", when: ({ mode }) => mode === "change", changes: { mode: "recover" } },
      "ui.remember": { guard: "canRemember", when: ({ mode }) => mode === "recover", changes: { mode: "change" } },
    },
    saving: {
      "done(saveCode)": { target: "saved", changes: NO_CODES, emits: CHANGED },
      "error(saveCode)": [
        {
          guard: "isSecurityCodeAsked",
          when: (_, { error }) => isError(error, "securityCodeRequired", "wrongSecurityCode", "securityCodeLocked"),
          target: "askingCode",
          changes: kept,
        },
        {
          guard: "isEmailMissing",
          when: (_, { error }) => isError(error, "emailRequired"),
          target: "emailMissing",
          changes: { email: null, ...NO_CODES },
        },
        { target: "failed", changes: kept },
      ],
    },
    askingCode: {
      "done(securityCodePrompt)": [
        {
          guard: "isGiven",
          when: (_, { output }) => output.status === "given",
          target: "saved",
          changes: NO_CODES,
          emits: CHANGED,
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "choosing",
          changes: { mode: "recover" },
        },
        {
          guard: "isFailed",
          when: (_, { output }) => output.status === "failed",
          target: "failed",
          changes: (_, { output }) => (output.status === "failed" ? { failure: output.failure } : {}),
        },
        { target: "choosing" },
      ],
      "error(securityCodePrompt)": { target: "failed", changes: kept },
    },
    proving: {
      "done(emailCode)": [
        {
          guard: "isVerified",
          when: (_, { output }) => output.status === "verified",
          target: "saved",
          // A day after noon of 20 November, when the samples change.
          changes: { ...NO_CODES, blockedUntil: "2026-11-21T12:00:00.000Z" },
          emits: CHANGED,
        },
        {
          guard: "isEmailGone",
          when: (_, { output }) => output.status === "refused" && isError(output.failure, "emailRequired"),
          target: "emailMissing",
          changes: { email: null, ...NO_CODES },
        },
        {
          guard: "isRefused",
          when: (_, { output }) => output.status === "refused",
          target: "failed",
          changes: (_, { output }) => (output.status === "refused" ? { failure: output.failure } : {}),
        },
        { target: "choosing" },
      ],
      "error(emailCode)": { target: "failed", changes: kept },
    },
    saved: { "ui.continue": { target: "left", emits: ["left"] } },
    left: {},
    failed: {
      "ui.retry": [
        { guard: "hasEmail", when: ({ email }) => email !== null, target: "choosing" },
        { target: "loading" },
      ],
      "app.online": { guard: "isUnread", when: ({ email }) => email === null, target: "loading" },
    },
  },
};
