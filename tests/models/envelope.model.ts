import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { envelopeLifecycleTable, type EnvelopeLifecycleShape } from "#machines/lifecycle/envelope/envelope.table.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { defineModel } from "./model.ts";

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
