import { securityCodePromptMachine } from "./securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "./securityCodePrompt.view.ts";
import { defineModel } from "#tests/models/model.ts";

const UNBINDING = { kind: "unbindWallet", walletId: "w1" } as const;
const LOCKED = { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 } as const;
const WRONG = { kind: "api", error: "wrongSecurityCode", message: "" } as const;
const ASKED = { kind: "api", error: "securityCodeRequired", message: "" } as const;

export const model = defineModel({
  machine: securityCodePromptMachine,
  inputs: [
    { attempt: UNBINDING, failure: ASKED },
    { attempt: { kind: "changeSecurityCode", newSecurityCode: "Newcode1" }, failure: LOCKED },
    { attempt: { kind: "updateEmail", email: "ann@example.com", verificationCode: "004217" }, failure: WRONG },
  ],
  events: {
    "ui.type": [
      { type: "ui.type", field: "securityCode", value: "Oldcode1" },
      { type: "ui.type", field: "securityCode", value: "oldcode1" },
    ],
  },
  outcomes: {
    tryCode: { done: [{ kind: "unbindWallet" }], error: [WRONG, LOCKED, ASKED, { kind: "network" }] },
    countdown: { done: [undefined], error: [] },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
  },
  key: ({ attempt, securityCode, showsProblems }) => ({
    attempt,
    isPossible: securityCode === "Oldcode1",
    showsProblems,
  }),
  invariants: {
    "only a possible code is sent": ({ securityCode }, isIn) => !isIn("checking") || securityCode === "Oldcode1",
    "a code is kept only while it is typed or checked": ({ securityCode }, isIn) =>
      securityCode === "" || isIn("asking") || isIn("checking"),
    "only a lock has an end": ({ lockEndsAtMs }, isIn) => isIn("locked") || lockEndsAtMs === null,
    "given has a result": ({ result }, isIn) => isIn("given") === (result !== null),
  },
  view: viewSecurityCodePrompt,
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ value }) => ({ names: ["codes:prompt.label"], fill: value }),
    "ui.cancel": () => ({ isBack: true }),
  },
});
