import { emailCodeMachine } from "./emailCode.machine.ts";
import { viewEmailCode } from "./emailCode.view.ts";
import { defineModel } from "#tests/models/model.ts";

const refuse = (error: "sameEmail" | "wrongVerificationCode" | "verificationCodeExpired" | "securityCodeRequired") =>
  ({ kind: "api", error, message: "" }) as const;
const THROTTLED = { kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 42 } as const;
const CHANGED_AT = "2026-11-20T12:00:00.000Z";

export const model = defineModel({
  machine: emailCodeMachine,
  inputs: [
    { goal: { kind: "updateEmail", email: "ann@example.com" }, address: "ann@example.com" },
    { goal: { kind: "recoverSecurityCode", newSecurityCode: "Newcode1" }, address: "ann@example.com" },
  ],
  events: {
    "ui.type": [
      { type: "ui.type", field: "verificationCode", value: "004" },
      { type: "ui.type", field: "verificationCode", value: "004 217" },
    ],
  },
  outcomes: {
    sendCode: {
      done: [
        { resendAfterSeconds: 42, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false },
        { resendAfterSeconds: 42, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: true },
      ],
      error: [refuse("sameEmail"), THROTTLED, { kind: "network" }],
    },
    verifyCode: {
      done: [{ changedAt: CHANGED_AT }],
      error: [
        refuse("wrongVerificationCode"),
        refuse("verificationCodeExpired"),
        refuse("securityCodeRequired"),
        refuse("sameEmail"),
        THROTTLED,
        { kind: "network" },
      ],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "updateEmail", changedAt: CHANGED_AT } },
        { status: "forgotten" },
        { status: "failed", failure: refuse("wrongVerificationCode") },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
    countdown: { done: [undefined], error: [] },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
  },
  // A recovery is never asked for the security code.
  isWalked: (stimulus, { goal }) => goal.kind === "updateEmail" || stimulus !== "error(verifyCode)#2",
  key: ({ goal, verificationCode, expiresAt, waitSeconds, isLastRefused, failure }) => ({
    goal: goal.kind,
    isCodeKnown: expiresAt !== null,
    isTyped: verificationCode.length === 6,
    canResend: waitSeconds === 0,
    isLastRefused,
    failure,
  }),
  invariants: {
    "only six digits are sent": ({ verificationCode }, isIn) => !isIn("verifying") || /^\d{6}$/.test(verificationCode),
    "digits are kept only while they can be sent": ({ verificationCode }, isIn) =>
      verificationCode === "" ||
      ["sent", "resendable", "verifying", "askingSecurityCode", "failed"].some((path) => isIn(path)),
    "another code is never sent while its wait lasts": ({ waitSeconds }, isIn) =>
      !isIn("resendable") || waitSeconds === 0,
    "a lock says when it ends": ({ waitSeconds, waitEndsAtMs }, isIn) =>
      !(isIn("locked") || isIn("shut")) || waitSeconds === 0 || waitEndsAtMs !== null,
    "digits are asked for only where a code was sent": ({ expiresAt }, isIn) => !isIn("sent") || expiresAt !== null,
    "verified says when": ({ changedAt }, isIn) => isIn("verified") === (changedAt !== null && changedAt !== ""),
    "refused says why": ({ failure }, isIn) => !isIn("refused") || failure !== null,
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewEmailCode,
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ value }) => ({ names: ["codes:code.label"], fill: value }),
    "ui.back": () => ({ isBack: true }),
  },
});
