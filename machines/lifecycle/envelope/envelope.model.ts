import { envelopeLifecycle } from "./envelope.machine.ts";
import { viewEnvelope } from "./envelope.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: envelopeLifecycle,
  view: viewEnvelope,
  inputs: [undefined],
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
