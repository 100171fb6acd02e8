import { envelopeLifecycle, type EnvelopeLifecycleEvent } from "./envelope.machine.ts";
import { viewEnvelope } from "./envelope.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface EnvelopeLifecycleShape {
  context: Record<string, never>;
  event: EnvelopeLifecycleEvent;
  outputs: Record<string, never>;
}

export const model = defineModel<EnvelopeLifecycleShape>({
  machine: envelopeLifecycle,
  view: viewEnvelope,
  inputs: [undefined],
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
