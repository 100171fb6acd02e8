import { envelopeCloseMachine } from "./envelopeClose.machine.ts";
import { viewEnvelopeClose } from "./envelopeClose.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: envelopeCloseMachine,
  view: viewEnvelopeClose,
  inputs: [{ envelopeId: "e1", closableAtMs: 600_000 }],
  events: {},
  outcomes: {
    close: {
      done: [undefined],
      error: [{ kind: "api", error: "notAvailable", message: "" }, { kind: "network" }],
    },
    countdown: { done: [undefined], error: [] },
  },
  key: ({ failure }) => ({ failure: failure?.kind ?? null }),
  invariants: {
    "a failure says why, and nothing else fails": ({ failure }, isIn) => isIn("failed") === (failure !== null),
  },
});
