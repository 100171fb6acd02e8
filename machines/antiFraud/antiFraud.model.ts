import { antiFraudMachine } from "./antiFraud.machine.ts";
import { viewAntiFraud } from "./antiFraud.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: antiFraudMachine,
  inputs: [undefined],
  events: {
    "ui.type": [
      { type: "ui.type", field: "text", value: "Fake_Support" },
      { type: "ui.type", field: "text", value: "a b" },
      { type: "ui.type", field: "reason", value: "asks for keys " },
    ],
  },
  outcomes: {
    queryAccount: { done: ["official", "reported", "unknown"], error: [{ kind: "network" }] },
    sendReport: { done: [null], error: [{ kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 60 }] },
  },
  key: ({ text, showsProblems, account, verdict, reason }) => ({ text, showsProblems, account, verdict, reason }),
  invariants: {
    "only an account is asked about": ({ account }, isIn) => !isIn("checking") || account !== null,
    "a verdict is shown as the server gave it": ({ verdict }, isIn) =>
      (["official", "reported", "unknown"] as const).every((name) => !isIn(`asking.${name}`) || verdict === name),
    "an official account is never reported": ({ verdict }, isIn) =>
      verdict !== "official" || !(isIn("writing") || isIn("sending") || isIn("asking.sent")),
    "a failure is shown": ({ failure }, isIn) => !(isIn("asking.failed") || isIn("unsent")) || failure !== null,
  },
  view: viewAntiFraud,
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ field, value }) => ({ names: [field === "text" ? "safety:account" : "safety:reason"], fill: value }),
  },
});
