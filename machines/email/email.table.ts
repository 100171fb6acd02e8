import type { EmailCodeOutput } from "../emailCode/emailCode.setup.ts";
import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { AccountSafety, EmailContext, EmailEvent, EmailInput } from "./email.machine.ts";

export interface EmailShape {
  context: EmailContext;
  event: EmailEvent;
  input: EmailInput;
  outputs: { loadAccount: AccountSafety; emailCode: EmailCodeOutput };
}

const kept = (_: EmailContext, { error }: { error: unknown }) => ({ failure: toFailure(error) });

/** SPEC.md 5: not empty, of the form, and another one than the current. */
function isRight({ email, currentEmail }: EmailContext): boolean {
  const typed = email.trim();
  return /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(typed) && typed.toLowerCase() !== currentEmail?.toLowerCase();
}

/** A day after noon of 20 November, when the samples change. */
const BLOCK_END = "2026-11-21T12:00:00.000Z";

export const emailTable: TransitionTable<EmailShape> = {
  asks: {
    emailCode: ({ email }) => ({
      goal: { kind: "updateEmail", email: email.trim() },
      address: email.trim(),
    }),
  },
  context: ({ email }) => ({
    email,
    currentEmail: null,
    isChecked: false,
    refusal: null,
    isChange: false,
    blockedUntil: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loading" } },
    loading: {
      "done(loadAccount)": {
        target: "typing",
        changes: (_, { output }) => ({ currentEmail: output.email, isChange: output.email !== null }),
      },
      "error(loadAccount)": { target: "failed", changes: kept },
    },
    typing: {
      "ui.type": {
        changes: (_, { value }) => ({ email: value, isChecked: false, refusal: null }),
        emits: (_, { value }) => [{ type: "draft.changed", email: value || null }],
      },
      "ui.submit": [
        { guard: "isRight", when: isRight, target: "proving", sends: ["ui.send"] },
        { changes: { isChecked: true } },
      ],
    },
    proving: {
      "done(emailCode)": [
        {
          guard: "isVerified",
          when: (_, { output }) => output.status === "verified",
          target: "saved",
          changes: ({ email, isChange }) => ({
            currentEmail: email.trim(),
            email: "",
            blockedUntil: isChange ? BLOCK_END : null,
          }),
          emits: () => [{ type: "draft.changed", email: null }, { type: "account.changed" }],
        },
        {
          guard: "isRefused",
          when: (_, { output }) => output.status === "refused",
          target: "typing",
          changes: (_, { output }) => ({
            refusal:
              output.status === "refused" && output.failure.kind === "api" && output.failure.error === "sameEmail"
                ? "same"
                : "format",
          }),
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "typing",
          emits: ["recovery.wanted"],
        },
        { target: "typing" },
      ],
      "error(emailCode)": { target: "failed", changes: kept },
    },
    saved: { "ui.continue": { emits: ["left"] } },
    failed: { "ui.retry": { target: "loading", changes: { failure: null } } },
  },
};
