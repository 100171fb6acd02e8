import { envelopeLifecycle } from "./envelope.machine.ts";
import { envelopeLifecycleTable, type EnvelopeLifecycleShape } from "./envelope.table.ts";
import { viewEnvelope } from "./envelope.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel<EnvelopeLifecycleShape>({
  machine: envelopeLifecycle,
  table: envelopeLifecycleTable,
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
