import { envelopeCloseMachine } from "./envelopeClose.machine.ts";
import { viewEnvelopeClose } from "./envelopeClose.view.ts";
import { defineModel } from "#tests/models/model.ts";
import type { EnvelopeCloseContext, EnvelopeCloseEvent, EnvelopeCloseInput } from "./envelopeClose.machine.ts";

interface EnvelopeCloseShape {
  context: EnvelopeCloseContext;
  event: EnvelopeCloseEvent;
  input: EnvelopeCloseInput;
  outputs: { close: undefined; countdown: undefined };
}

export const model = defineModel<EnvelopeCloseShape>({
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
