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
  events: {
    "envelope.submitted": [{ type: "envelope.submitted" }],
    "envelope.paid": [{ type: "envelope.paid" }],
    "envelope.orderEnded": [{ type: "envelope.orderEnded" }],
    "envelope.allClaimed": [{ type: "envelope.allClaimed" }],
    "envelope.timePassed": [{ type: "envelope.timePassed" }],
    "envelope.closed": [{ type: "envelope.closed" }],
    "envelope.restReturned": [{ type: "envelope.restReturned" }],
  },
  outcomes: {},
  key: () => null,
  invariants: {},
});
