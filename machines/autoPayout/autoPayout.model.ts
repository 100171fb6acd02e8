import { autoPayoutMachine } from "./autoPayout.machine.ts";
import { viewAutoPayout } from "./autoPayout.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: autoPayoutMachine,
  inputs: [{ coinType: "eth" }],
  events: {
    "ui.type": [
      { type: "ui.type", field: "maxFee", value: "0.0005" },
      { type: "ui.type", field: "maxFee", value: "1." },
    ],
  },
  outcomes: {
    loadChoice: { done: [{ maxFee: null }, { maxFee: "0.001" }], error: [{ kind: "network" }] },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "autoPayout" } },
        { status: "forgotten" },
        {
          status: "failed",
          failure: { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 3_600 },
        },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  key: ({ saved, wanted, typed, showsProblems, failure }) => ({
    saved,
    wanted,
    typed,
    showsProblems,
    lacksNetwork: failure?.kind === "network",
  }),
  invariants: {
    "it is on with a highest fee only": ({ saved }, isIn) => !isIn("on") || saved.maxFee !== null,
    "off means no fee": ({ saved }, isIn) => !isIn("off") || saved.maxFee === null,
    "a failure shows why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "a failure is kept until what the server has is read": ({ failure }, isIn) =>
      failure === null || isIn("failed") || isIn("loading"),
  },
  view: viewAutoPayout,
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ value }) => ({ names: ["withdraw:auto.maxFee"], fill: value }),
    "ui.edit": () => ({ names: ["withdraw:auto.label"] }),
    "ui.turnOff": () => ({ names: ["withdraw:auto.label"] }),
    "ui.back": () => ({ names: ["withdraw:auto.back"] }),
  },
});
