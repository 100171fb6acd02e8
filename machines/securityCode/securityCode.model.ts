import { securityCodeMachine } from "./securityCode.machine.ts";
import { viewSecurityCode } from "./securityCode.view.ts";
import { defineModel } from "#tests/models/model.ts";

const refuse = (error: "securityCodeRequired" | "emailRequired" | "invalidRequest") =>
  ({ kind: "api", error, message: "" }) as const;

export const model = defineModel({
  machine: securityCodeMachine,
  inputs: [{ isForgotten: false }, { isForgotten: true }],
  events: {
    "ui.type": [
      { type: "ui.type", field: "newSecurityCode", value: "Newcode1" },
      { type: "ui.type", field: "newSecurityCode", value: "newcode" },
      { type: "ui.type", field: "repeatedSecurityCode", value: "Newcode1" },
    ],
  },
  outcomes: {
    loadAccount: {
      done: [
        { email: "ann@example.com", hasSecurityCode: true },
        { email: "ann@example.com", hasSecurityCode: false },
        { email: null, hasSecurityCode: false },
      ],
      error: [{ kind: "network" }],
    },
    saveCode: {
      done: [null],
      error: [refuse("securityCodeRequired"), refuse("emailRequired"), { kind: "network" }],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "changeSecurityCode" } },
        { status: "forgotten" },
        { status: "failed", failure: { kind: "network" } },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
    emailCode: {
      done: [
        { status: "verified", changedAt: "2026-11-20T12:00:00.000Z" },
        { status: "refused", failure: refuse("emailRequired") },
        { status: "refused", failure: refuse("invalidRequest") },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  key: ({ isForgotten, mode, email, newSecurityCode, repeatedSecurityCode, showsProblems }) => ({
    isForgotten,
    mode,
    email,
    newSecurityCode,
    repeatedSecurityCode,
    showsProblems,
  }),
  invariants: {
    "only a possible code that was typed twice is sent": ({ newSecurityCode, repeatedSecurityCode }, isIn) =>
      !["saving", "askingCode", "proving"].some((path) => isIn(path)) ||
      (newSecurityCode === "Newcode1" && repeatedSecurityCode === newSecurityCode),
    "no code is kept once it is saved": ({ newSecurityCode, repeatedSecurityCode }, isIn) =>
      !(isIn("saved") || isIn("emailMissing")) || newSecurityCode + repeatedSecurityCode === "",
    "a code is chosen only with an email": ({ email }, isIn) => !isIn("choosing") || email !== null,
    "only a recovery blocks": ({ blockedUntil, mode }, isIn) =>
      !isIn("saved") || (blockedUntil !== null) === (mode === "recover"),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewSecurityCode,
  // A refused form sends the focus to its wrong field each time.
  repeatable: ["ui.submit"],
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ field, value }) => ({
      names: [field === "newSecurityCode" ? "codes:securityCode.label" : "codes:securityCode.repeat"],
      fill: value,
    }),
  },
});
