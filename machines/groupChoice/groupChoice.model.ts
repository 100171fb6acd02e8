import { groupChoiceMachine } from "./groupChoice.machine.ts";
import { viewGroupChoice } from "./groupChoice.view.ts";
import { defineModel } from "#tests/models/model.ts";

const DOWN = { kind: "network" } as const;

export const model = defineModel({
  machine: groupChoiceMachine,
  view: viewGroupChoice,
  inputs: [{ isWanted: false }, { isWanted: true }],
  events: {},
  outcomes: {
    canAsk: { done: [true, false], error: [DOWN] },
    ask: {
      done: [
        { outcome: "chosen", newestId: null },
        { outcome: "chosen", newestId: "g1" },
        { outcome: "cancelled", newestId: null },
        { outcome: "unsupported", newestId: null },
      ],
      error: [DOWN],
    },
    readNewest: { done: [null, "g1"], error: [DOWN] },
  },
  key: ({ newestId, isWanted }) => [newestId, isWanted],
  invariants: {
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
});
