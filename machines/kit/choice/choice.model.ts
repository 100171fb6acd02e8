import { createChoiceMachine } from "./choice.machine.ts";
import { viewChoice } from "./choice.view.ts";
import { defineModel } from "#tests/models/model.ts";

type Name = "tea" | "cake";

export const model = defineModel({
  machine: createChoiceMachine<Name, null>({
    labelKeys: { tea: "tea", cake: "cake" },
    isOneAtMost: false,
    effect: { type: "page.outdated" },
  }),
  view: viewChoice,
  inputs: [{ params: null, saved: ["cake"] }],
  events: {
    "ui.turn": [
      { type: "ui.turn", name: "tea", isOn: true },
      { type: "ui.turn", name: "cake", isOn: false },
    ],
  },
  outcomes: { save: { done: [["tea", "cake"], []], error: [{ kind: "network" }] } },
  key: ({ saved, turned, failure }) => ({ saved, turned, hasFailed: failure !== null }),
  invariants: {
    "only what is being saved is ahead of the server": ({ turned }, isIn) => isIn("saving") === (turned !== null),
    "what is being saved has not failed yet": ({ failure }, isIn) => !isIn("saving") || failure === null,
  },
});
