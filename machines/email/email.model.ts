import { emailMachine } from "./email.machine.ts";
import { viewEmail } from "./email.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: emailMachine,
  inputs: [{ email: "" }, { email: "new@example.com" }],
  events: {
    "ui.type": [
      { type: "ui.type", field: "email", value: " new@example.com " },
      { type: "ui.type", field: "email", value: "Ann@example.com" },
      { type: "ui.type", field: "email", value: "ann@" },
      { type: "ui.type", field: "email", value: "" },
    ],
  },
  outcomes: {
    loadAccount: {
      done: [
        { email: null, hasSecurityCode: false },
        { email: "ann@example.com", hasSecurityCode: true },
      ],
      error: [{ kind: "network" }],
    },
    emailCode: {
      done: [
        { status: "verified", changedAt: "2026-11-20T12:00:00.000Z" },
        { status: "refused", failure: { kind: "api", error: "sameEmail", message: "" } },
        { status: "refused", failure: { kind: "api", error: "invalidRequest", message: "" } },
        { status: "forgotten" },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  key: ({ email, currentEmail, showsProblems, refusal, isChange }) => ({
    email,
    currentEmail,
    showsProblems,
    refusal,
    isChange,
  }),
  invariants: {
    "a code goes only to another address": ({ email, currentEmail }, isIn) =>
      !isIn("proving") || (email.includes("@") && email.trim().toLowerCase() !== currentEmail),
    "only a change blocks": ({ blockedUntil, isChange }, isIn) =>
      !isIn("saved") || (blockedUntil !== null) === isChange,
    "a failure is shown": ({ failure }, isIn) => isIn("failed") === (failure !== null),
  },
  view: viewEmail,
  // A refused form sends the focus to its wrong field each time.
  repeatable: ["ui.submit"],
  withoutControl: ["ui.type"],
  press: { "ui.type": ({ value }) => ({ names: ["codes:email.label", "codes:email.labelNew"], fill: value }) },
});
